import { createIsomorphicFn } from '@tanstack/react-start'
import { bodyLimits } from '#app/server/server-functions/server-fn-body.server.ts'

/** The limits of a server-function call. Times are in milliseconds. */
export const SERVER_FN_LIMITS = {
  /** Of a body, where the function says nothing else: 1 MB. */
  bytes: 1_048_576,
  /** Until the last byte of a body has come. */
  bodyMs: 10_000,
  /** The burst of a client, as a multiple of `RATE_LIMIT`: 20 a second, 100 at once. */
  burstFactor: 5,
} as const

/**
 * Lets a server function take a larger body. Called beside the function, in its own module, which is loaded before the
 * body is read.
 *
 * @param call the function
 * @param bytes of the body as it is sent
 */
export const setBodyLimit = createIsomorphicFn()
  .server((call: { url: string }, bytes: number): void => void bodyLimits.set(call.url, bytes))
  .client((_call: { url: string }, _bytes: number): void => {})
