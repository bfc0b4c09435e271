import ownVariables from 'virtual:app/env'
import type { Env } from '#fairlead/platform/env.server.ts'
import { exampleValues } from '#fairlead/platform/own-variables.ts'
import { type Application, startServer } from '#fairlead/testing/start-server.ts'

/** The variables for the data and the address of an application. */
export type ApplicationPlace = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'PUBLIC_ORIGIN'>

const places = new Map<string, ApplicationPlace>()

/** Returns the place of an application that this process has started, by its origin. */
export const startedAt = (origin: string): ApplicationPlace | undefined => places.get(origin)

/** The examples of the variables that have to be set. */
export const examples = (): Record<string, string> => exampleValues(ownVariables)

/**
 * Starts the built application once more, on a free port and with an empty data folder, and waits until it listens.
 *
 *     await using application = await startApplication({ RATE_LIMIT: '1' })
 *     const visitor = newVisitor(application.origin)
 *
 * @param env environment variables, besides the ones of every test: `DATABASE_URL` is unset, rate limits are off
 * @throws Error with the log if it ends, or does not listen within 30 seconds
 */
export async function startApplication(env: Readonly<Record<string, string>> = {}): Promise<Application> {
  const unset = Object.entries(examples()).filter(([name]) => process.env[name] === undefined)
  // An empty variable counts as unset: no test uses a foreign database.
  const server = await startServer({ env: { ...Object.fromEntries(unset), DATABASE_URL: '', ...env } })
  const { DATA_DIR = '', DATABASE_URL, PUBLIC_ORIGIN } = server.env
  places.set(server.origin, {
    DATA_DIR,
    DATABASE_URL: DATABASE_URL || undefined,
    PUBLIC_ORIGIN: PUBLIC_ORIGIN || undefined,
  })
  return server
}
