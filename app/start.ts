import { createCsrfMiddleware, createStart } from '@tanstack/react-start'

/** What every request and every server function passes through. */
export const startInstance = createStart(() => ({
  requestMiddleware: [createCsrfMiddleware({ filter: (request) => request.handlerType === 'serverFn' })],
}))
