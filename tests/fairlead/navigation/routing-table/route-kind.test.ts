import { createRootRoute, createRoute } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { isLayout } from '#fairlead/navigation/routing-table/match/route-kind.ts'

const component = () => null
const server = { handlers: { GET: () => new Response() } }

type Options = { component?: typeof component; server?: typeof server }

/** Creates a route with one route below it. */
function routeWith(options: Options, below?: Options) {
  const root = createRootRoute()
  const route = createRoute({ getParentRoute: () => root, path: '/blog', ...options } as never)
  if (below) route.addChildren([createRoute({ getParentRoute: () => route, path: '/feed', ...below } as never)])
  return route
}

describe('a folder is a layout, and no page', () => {
  it.each<[string, Options, Options | undefined, boolean]>([
    ['a page', { component }, undefined, false],
    ['a layout of a page', { component }, { component }, true],
    ['a layout without a component', {}, { component }, true],
    ['a page with a server route below it', { component }, { server }, false],
    ['a page with a server route below it, in the browser', { component }, {}, false],
    ['a server route with a page below it', { server }, { component }, false],
  ])('%s', (_what, options, below, expected) => {
    expect(isLayout(routeWith(options, below))).toBe(expected)
  })
})
