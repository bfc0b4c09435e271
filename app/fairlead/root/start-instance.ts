import { createIsomorphicFn, createStart } from '@tanstack/react-start'
import { errorSerializationAdapters } from '#fairlead/errors/serialization-adapters.ts'
import { handleRequestErrors, maskServerFnErrors } from '#fairlead/errors/error-middleware.functions.ts'
import { messagesAdapter } from '#fairlead/messages/document-messages.ts'
import { sendRequest } from '#fairlead/navigation/engine.ts'

/** The middleware, isomorphic so that the browser's bundle does not have its code. */
const middleware = createIsomorphicFn()
  .server(() => ({
    requestMiddleware: [handleRequestErrors],
    functionMiddleware: [maskServerFnErrors],
  }))
  .client(() => ({}))

/** The instance of TanStack Start: `app/start.ts` exports it, or another one with the same middleware. */
export const startInstance = createStart(() => ({
  ...middleware(),
  serializationAdapters: [...errorSerializationAdapters, messagesAdapter],
  // In the browser it marks prefetches.
  serverFns: { fetch: sendRequest },
}))
