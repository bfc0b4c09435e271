import { createIsomorphicFn } from '@tanstack/react-start'
import { bodyLimits } from '#app/server/server-functions/server-fn-body.server.ts'

/** The limits of a server-function call. Times are in milliseconds. */
export const SERVER_FN_LIMITS = {
  /** Default size of a body: 1 MB. */
  bytes: 1_048_576,
  /** Time until the last byte of a body. */
  bodyMs: 10_000,
  /** The burst of a client, as a multiple of `RATE_LIMIT`: 20 a second, 100 at once. */
  burstFactor: 5,
} as const

/**
 * Sets a larger body limit for a server function. Called in the function's module, which is loaded before the body is
 * read.
 *
 * @param call the function
 * @param bytes of the body as sent
 */
export const setBodyLimit = createIsomorphicFn()
  .server((call: { url: string }, bytes: number): void => void bodyLimits.set(call.url, bytes))
  .client((_call: { url: string }, _bytes: number): void => {})
