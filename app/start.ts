import { createCsrfMiddleware, createIsomorphicFn, createStart } from '@tanstack/react-start'
import { errorAdapters } from '#app/errors/adapters.ts'
import { answerFailures, maskCalls } from '#app/errors/middleware.functions.ts'
import { sendRequest } from '#app/navigation/browser.ts'

/** Middleware is the server's alone: the browser need not have its code. */
const middleware = createIsomorphicFn()
  .server(() => ({
    requestMiddleware: [
      answerFailures,
      // The origin of a call has been checked at the door; without this Start warns that nobody does.
      createCsrfMiddleware({ filter: () => false }),
    ],
    functionMiddleware: [maskCalls],
  }))
  .client(() => ({}))

/** What every request and every server function passes through. */
export const startInstance = createStart(() => ({
  ...middleware(),
  serializationAdapters: errorAdapters,
  // In the browser, where it tells prefetches from other calls.
  serverFns: { fetch: sendRequest },
}))
