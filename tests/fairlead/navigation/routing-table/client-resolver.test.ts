import { describe, expect, it } from 'vitest'
import { compileClientTable, createClientResolver } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
import type { RoutingInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'
import { header, host, redirect, routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

function resolverOf(input: Partial<RoutingInput<string>>, name?: string) {
  return createClientResolver(compileClientTable(routingOf(input)), [], memoryRouter(['/$']), () => name)
}

describe('a link is followed', () => {
  const { follow } = resolverOf({
    redirects: [
      { source: '/a', destination: '/b', permanent: true },
      redirect('/b', '/c'),
      redirect('/loop', '/loop'),
      redirect('/out', 'https://example.com'),
      redirect('/header', '/c', { has: [header('x')] }),
      redirect('/to-header', '/header'),
    ],
  })

  it.each([
    ['/c?x=1', { type: 'direct', url: '/c?x=1' }],
    ['/de/a/?x=1#top', { type: 'direct', url: '/de/c?x=1#top' }],
    ['/DE/a', { type: 'direct', url: '/de/c' }],
    ['/en/c', { type: 'direct', url: '/c' }],
    ['/out', { type: 'document', url: 'https://example.com/' }],
    ['/loop', { type: 'document', url: '/loop' }],
    ['/to-header', { type: 'document', url: '/to-header' }],
    ['/%zz', { type: 'document', url: '/%zz' }],
  ])('%s: %j', (url, end) => {
    expect(follow(url, '')).toEqual(end)
  })
})

describe('a condition on the host in the browser', () => {
  const resolverAt = (name: string) =>
    resolverOf(
      {
        redirects: [redirect('/:path*', '/moved', { has: [host('old\\.test')] })],
        rewrites: [{ source: '/brand', destination: '/acme', has: [host('(?<brand>acme)\\.test')] }],
      },
      name,
    )

  it('is decided when a link is followed', () => {
    expect(resolverAt('new.test').follow('/page', '')).toEqual({ type: 'direct', url: '/page' })
    const rewritten = { type: 'rewritten', url: '/brand', internal: '/acme?brand=acme' }
    expect(resolverAt('acme.test').follow('/brand', '')).toMatchObject(rewritten)
    expect(resolverAt('old.test:3000').follow('/page', '')).toEqual({ type: 'document', url: '/page' })
  })

  it('is not decided when a link is rendered, since a page may be cached for all hosts', () => {
    expect(resolverAt('acme.test').show('/brand')).toEqual({ type: 'document', url: '/brand' })
  })
})
