import { describe, expect, it } from 'vitest'
import { affectedFiles } from '#fairlead/navigation/routing-table/parse/client-table.ts'
import { routesIn } from '#fairlead/navigation/routing-table/explain/route-list.ts'
import { routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const TREE = `
import { Route as RegistryRouteImport } from './app/routes/registry'
import { Route as YardRouteRouteImport } from './app/routes/{-$locale}/yard/route'
export interface FileRoutesByFullPath {
  '/nowhere': typeof Nowhere
}
export interface FileRoutesByTo {
'/{-$locale}': typeof Index,'/{-$locale}/a.b': typeof Dotted,'/{-$locale}/shop/$': typeof Shop,
'/{-$locale}/shop/new': typeof New,'/{-$locale}/post-{$id}.json': typeof Post
  '/{-$locale}/opt/{-$page}': typeof Optional
  '/healthz/$id': typeof Health
  '/registry': typeof RegistryRouteWithChildren
  '/registry/$id': typeof RegistryIdRoute
  '/{-$locale}/papers/{$}.md': typeof Papers
  '/{-$locale}/yard': typeof YardRouteRouteWithChildren
  '/{-$locale}/yard/tools': typeof YardToolsRoute
}
export interface FileRoutesById {}
`

describe('routes read from the generated tree', () => {
  const { paths, servedAt } = routesIn(TREE, ['en', 'de'], (module) => module === 'app/routes/registry')

  it('are the routes to which a link may lead', () => {
    expect(paths).toHaveLength(11)
    expect(paths).not.toContain('/nowhere')
  })

  it.each([
    ['/', 'static'],
    ['/de', 'static'],
    ['/xx', null],
    ['/a.b', 'static'],
    ['/aXb', null],
    ['/shop', 'dynamic'],
    ['/shop/a/b', 'dynamic'],
    ['/shop/new', 'static'],
    ['/de/shop/new', 'static'],
    ['/post-7.json', 'dynamic'],
    ['/post-.json', null],
    ['/opt', 'dynamic'],
    ['/opt/2', 'dynamic'],
    ['/opt/2/3', null],
    ['/papers/a/b.md', 'dynamic'],
    ['/papers/a/b', null],
    ['/healthz/1', 'dynamic'],
    ['/de/healthz/1', null],
    ['/registry', 'static'],
    ['/yard', null],
    ['/yard/tools', 'static'],
  ])('%s: %s', (path, served) => {
    expect(servedAt(path)).toBe(served)
  })
})

it('the client table has the files that a rewrite may apply to or lead to', () => {
  const files = ['/a.svg', '/docs/b.pdf', '/docs/c.pdf', '/other.txt']
  const reach = (...rewrites: { source: string; destination: string }[]) =>
    affectedFiles(routingOf({ rewrites }), files)
  expect(reach()).toEqual([])
  expect(reach({ source: '/x', destination: '/a.svg' })).toEqual(['/a.svg'])
  expect(reach({ source: '/x/:f', destination: '/docs/:f.pdf' })).toEqual(['/docs/b.pdf', '/docs/c.pdf'])
  expect(reach({ source: '/docs/:f*', destination: 'https://example.com/:f*' })).toEqual(['/docs/b.pdf', '/docs/c.pdf'])
  expect(reach({ source: '/x', destination: '/other' })).toEqual([])
})
