export { startInstance } from '#fairlead/root/start-instance.ts'
