export { type Register } from '#fairlead/platform/register.ts'
