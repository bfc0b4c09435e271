import { createCsrfMiddleware, createStart } from '@tanstack/react-start'
import { sendRequest } from '#app/navigation/browser.ts'

/** What every request and every server function passes through. */
export const startInstance = createStart(() => ({
  requestMiddleware: [createCsrfMiddleware({ filter: (request) => request.handlerType === 'serverFn' })],
  // In the browser, where it tells prefetches from other calls.
  serverFns: { fetch: sendRequest },
}))
