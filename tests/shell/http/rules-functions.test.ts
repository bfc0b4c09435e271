import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { locateRedirect, resolveRedirect, resolveRewrite } from '#app/navigation/routing-table/match/resolve.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { routesIn } from '#app/navigation/routing-table/explain/route-list.ts'
import { cases, endOf, nameOf } from '#tests/shell/rules/rules-cases.ts'
import { servedFolder } from '#tests/harness/start-server.ts'
import routing from '#tests/shell/rules/rules-table.ts'

const table = compileTable(routing, locateRedirect)
const routes = routesIn(readFileSync(join(servedFolder(), 'routeTree.gen.ts'), 'utf8'), routing.locales)

function requestOf(url: string, headers: Record<string, string>, cookies: Record<string, string>): RuleRequest {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { url, headers: new Headers({ host: 'localhost', ...headers, cookie: cookie.join('; ') }) }
}

describe('the functions', () => {
  it.each(cases.map((one) => ({ ...one, name: nameOf(one) })))('$name', (one) => {
    const { url, headers = {}, cookies = {}, hops = [] } = one
    let at = url
    for (const [status, location] of hops.filter(([, to]) => to !== '/echo/prefix')) {
      expect(resolveRedirect(table, requestOf(at, headers, cookies))).toMatchObject({ status, location })
      at = location
    }
    if (!at.startsWith('/')) return
    const request = requestOf(at.split('#', 1)[0] ?? at, headers, cookies)
    expect(resolveRedirect(table, request)).toEqual({ type: 'none' })
    const rewrite = resolveRewrite(table, request, (path) => routes.servedAt(path))
    if (one.shows) expect(rewrite).toMatchObject({ type: 'rewrite', url: one.shows })
    else if (one.shows === null) expect('served' in rewrite ? rewrite.served : routes.servedAt(at)).toBe(null)
    else expect(rewrite).toEqual({ type: 'none' })
    expect(endOf(one)).toContain(at.split('/').at(-1))
  })
})
