// Environment variables of the application, which `app/env.server.ts` declares.

export { defineEnv } from '#fairlead/platform/own-variables.ts'
