import { defineEnv } from '#fairlead/platform/own-variables.ts'

/** For an application without `app/env.server.ts`. */
export default defineEnv({})
