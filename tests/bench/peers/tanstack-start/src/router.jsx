import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen'

// The router's own cache: the documentation's first choice, and fewer bytes than with TanStack Query. Pages are
// prefetched on intent, the documentation's setting, and are fresh for 30 seconds after it, the default.
// https://tanstack.com/start/latest/docs/framework/react/guide/routing
// https://tanstack.com/router/latest/docs/guide/preloading
export function getRouter() {
  return createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })
}
