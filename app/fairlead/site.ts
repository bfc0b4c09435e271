export { type Site } from '#fairlead/platform/check-site.ts'
