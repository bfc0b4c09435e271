// The middleware that Start itself has when there is no such file.
// https://tanstack.com/start/latest/docs/framework/react/guide/middleware
import { createCsrfMiddleware, createStart } from '@tanstack/react-start'

export const startInstance = createStart(() => ({
  requestMiddleware: [createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })],
}))
