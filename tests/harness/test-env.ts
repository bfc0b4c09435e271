import { type Env, parseEnv } from '#fairlead/platform/env.server.ts'

/** Returns the environment of a process with these variables. Throws for a bad one. */
export function testEnv(variables: Record<string, string | undefined> = {}): Env {
  const parsed = parseEnv(variables)
  if (parsed.type === 'faulty') throw new Error(parsed.fault)
  return parsed.env
}
