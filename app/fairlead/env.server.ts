// The environment of the process, on the server.

export { env, readEnv, type Env } from '#fairlead/platform/env.server.ts'
