import { defineEnv } from '#fairlead/platform/own-variables.ts'

/** The variables of an application without `app/env.server.ts`. */
export default defineEnv({})
