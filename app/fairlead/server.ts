// The server of the application, for `app/server.ts`.

export { createServer } from '#fairlead/server/create-server.ts'
export { type Part } from '#fairlead/server/part.ts'
