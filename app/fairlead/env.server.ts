export { env, readEnv, type Env } from '#fairlead/platform/env.server.ts'
