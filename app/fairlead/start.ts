// The instance of TanStack Start, for `app/start.ts`.

export { startInstance } from '#fairlead/root/start-instance.ts'
