import { ApplicationError, NotFound } from 'fairlead/errors'
import { createAppRouter, routerDocument } from 'fairlead/router'
// oxlint-disable-next-line import/no-cycle -- the generated file imports this one's types
import { routeTree } from '#routeTree.gen.ts'

/** Creates the router of the application: one for each request on the server, and one for each tab in the browser. */
export const getRouter = (host?: string) =>
  createAppRouter({
    routeTree,
    document: routerDocument,
    errorComponent: ApplicationError,
    notFoundComponent: NotFound,
    host,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
