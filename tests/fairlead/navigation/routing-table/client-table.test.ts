import type { RuleTable } from '#fairlead/navigation/routing-table/routing-types.ts'
import { expect, it } from 'vitest'
import { clientTable } from '#fairlead/navigation/routing-table/parse/client-table.ts'
import { compileClientTable } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
import { resolveRedirect, resolveRewrite } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { browsed, header, host, query, redirect, routingOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const routing = routingOf({
  redirects: [
    { source: '/plain', destination: '/to', permanent: true },
    redirect('/secret', '/hidden', { has: [header('x', 's3cret')] }),
    redirect('/mixed', '/by-host', { has: [query('q')], missing: [host('private.test')] }),
  ],
  rewrites: [
    { source: '/proxied/:path*', destination: 'http://10.0.0.7/:path*' },
    { source: '/shown', destination: '/inner' },
  ],
})

it('an empty table is null', () => {
  expect(clientTable(routingOf({}))).toBeNull()
})

it('a table without rules makes canonical URLs where they end in a slash', () => {
  const prepared = clientTable(routingOf({ trailingSlash: true }))
  if (prepared === null) throw new Error('a table that changes URLs is not empty')
  expect(resolveRedirect(compileClientTable(prepared), browsed('/plain'))).toMatchObject({ location: '/plain/' })
})

it('only rules that the browser cannot decide are left to the server', () => {
  const sent = JSON.stringify(clientTable(routing))
  expect(sent).not.toMatch(/s3cret|10\.0\.0\.7/)
  const table = compileClientTable(JSON.parse(sent) as RuleTable)
  const redirectOf = (url: string) => resolveRedirect(table, browsed(url)).type
  const rewriteOf = (url: string) => resolveRewrite(table, browsed(url), () => null)
  expect(resolveRedirect(table, browsed('/de/plain?a=b#c'))).toMatchObject({ status: 308, location: '/de/to?a=b#c' })
  expect(redirectOf('/secret')).toBe('ask-server')
  expect(redirectOf('/mixed?q=1')).toBe('ask-server')
  expect(resolveRedirect(table, { ...browsed('/mixed?q=1'), host: 'localhost:3000' }).type).toBe('redirect')
  expect(resolveRedirect(table, { ...browsed('/mixed?q=1'), host: 'private.test' }).type).toBe('none')
  expect(redirectOf('/mixed')).toBe('none')
  expect(rewriteOf('/proxied/a').type).toBe('ask-server')
  expect(rewriteOf('/shown')).toMatchObject({ url: '/inner' })
})
