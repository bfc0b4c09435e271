import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { redirectsOf } from '../shared/rules.js'

const redirectOf = redirectsOf(__RULES__)

// There is no table of redirects: a middleware that looks them up, as the documentation does for authentication.
const redirects = createMiddleware().server(({ next, request }) => {
  const { pathname } = new URL(request.url)
  const location = redirectOf(pathname)
  return location ? new Response(null, { status: 308, headers: { location } }) : next()
})

export const startInstance = createStart(() => ({
  requestMiddleware: [redirects, createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })],
}))
