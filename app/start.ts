import { createCsrfMiddleware, createIsomorphicFn, createStart } from '@tanstack/react-start'
import { errorSerializationAdapters } from '#app/errors/serialization-adapters.ts'
import { handleRequestErrors, maskServerFnErrors } from '#app/errors/error-middleware.functions.ts'
import { sendRequest } from '#app/navigation/client.ts'

/** Middleware is the server's alone: the browser need not have its code. */
const middleware = createIsomorphicFn()
  .server(() => ({
    requestMiddleware: [
      handleRequestErrors,
      // The origin of a call has been checked at the door; without this Start warns that nobody does.
      createCsrfMiddleware({ filter: () => false }),
    ],
    functionMiddleware: [maskServerFnErrors],
  }))
  .client(() => ({}))

/** What every request and every server function passes through. */
export const startInstance = createStart(() => ({
  ...middleware(),
  serializationAdapters: errorSerializationAdapters,
  // In the browser, where it tells prefetches from other calls.
  serverFns: { fetch: sendRequest },
}))
