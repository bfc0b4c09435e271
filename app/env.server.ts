import { defineEnv } from 'fairlead/env'

/** The environment variables of the application, beside those of the shell. Read as `env.NAME` on the server. */
export default defineEnv({})
