export { createServer } from '#fairlead/server/create-server.ts'
export { type Part } from '#fairlead/server/part.ts'
