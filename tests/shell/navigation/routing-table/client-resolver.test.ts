import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { clientTable } from '#app/navigation/routing-table/parse/client-table.ts'
import { compileClientTable, createClientResolver } from '#app/navigation/routing-table/client/client-resolver.ts'
import { routingOf } from '#tests/shell/navigation/routing-table/tables.ts'

const root = createRootRoute()
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/$page' })])
const router = createRouter({ routeTree, history: createMemoryHistory() })

function resolverAt(host: string) {
  const table = clientTable(
    routingOf({
      redirects: [
        { source: '/:path*', destination: '/moved', permanent: false, has: [{ type: 'host', value: 'old\\.test' }] },
      ],
      rewrites: [{ source: '/brand', destination: '/acme', has: [{ type: 'host', value: '(?<brand>acme)\\.test' }] }],
    }),
  )
  if (table === null) throw new Error('a table with rules is not empty')
  return createClientResolver(compileClientTable(table), [], router, () => host)
}

describe('a condition on the host in the browser', () => {
  it('is decided when a link is followed', () => {
    expect(resolverAt('new.test').follow('/page', '')).toEqual({ type: 'direct', url: '/page' })
    expect(resolverAt('acme.test').follow('/brand', '')).toMatchObject({
      type: 'rewritten',
      url: '/brand',
      internal: '/acme?brand=acme',
    })
    expect(resolverAt('old.test:3000').follow('/page', '')).toEqual({ type: 'document', url: '/page' })
  })

  it('is not decided when a link is rendered, since a page may be cached for all hosts', () => {
    expect(resolverAt('acme.test').show('/brand')).toEqual({ type: 'document', url: '/brand' })
  })
})
