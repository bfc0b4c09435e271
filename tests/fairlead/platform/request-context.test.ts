import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { checkMethod } from '#fairlead/server/server-routes.server.ts'
import { matchRouteKind } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { RequestContext, deriveRequestContext } from '#fairlead/platform/request-context.server.ts'

const root = createRootRoute()
const item = createRoute({ getParentRoute: () => root, path: '/item/$id' })

function setUp(url: string) {
  const router = createRouter({ routeTree: root.addChildren([item]), history: createMemoryHistory() })
  const match = vi.spyOn(router, 'getMatchedRoutes')
  return { match, context: new RequestContext(new Request(url), '', router) }
}

it('a request matches its path with the routes once, whichever stages ask', () => {
  const { match, context } = setUp('http://localhost/item/7?a=1')
  const { routes, pathname } = context
  expect(matchRouteKind(routes, pathname)).toBe('dynamic')
  expect(checkMethod(routes, pathname, 'POST')).toEqual({ type: 'refused', allow: 'GET, HEAD' })
  const derived = deriveRequestContext(context, new Request('http://localhost/item/7'))
  expect(matchRouteKind(derived.routes, pathname)).toBe('dynamic')
  expect(match).toHaveBeenCalledTimes(1)
})

it('a request has the normalized path, until a rewrite shows another page', () => {
  expect(setUp('http://localhost/%69tem/7').context.pathname).toBe('/item/7')
  const { context } = setUp('http://localhost/a')
  Object.assign(context, { rewrittenUrl: '/item/7', pathname: '/item/7' })
  const derived = deriveRequestContext(context, new Request('http://localhost/a'))
  expect([derived.pathname, derived.rewrittenUrl]).toEqual(['/item/7', '/item/7'])
})
