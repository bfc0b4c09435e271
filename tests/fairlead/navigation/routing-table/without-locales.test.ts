import { describe, expect, it } from 'vitest'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { canonicalizeLocale } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { resolveLocale } from '#fairlead/navigation/locale/resolve-locale.ts'
import { compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { locateRedirect, resolveRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { routesIn } from '#fairlead/navigation/routing-table/explain/route-list.ts'
import { served } from '#tests/fairlead/navigation/routing-table/tables.ts'

// A site with a `[locale]` segment of its own pastes its table.
const routing = defineRouting({
  redirects: [
    { source: '/about', destination: '/en/about', permanent: false },
    { source: '/:locale(en|de)/old', destination: '/:locale/new', permanent: true },
    { source: '/en/plain', destination: '/en/found', permanent: false, locale: false },
  ],
})
const table = compileTable(routing, locateRedirect)

describe('a table without locales', () => {
  it.each([
    ['/about', '/en/about'],
    ['/de/old', '/de/new'],
    ['/en/plain', '/en/found'],
    ['/en/about', undefined],
    ['/de/about', undefined],
  ])('%s leads to %s', (url, location) => {
    const answer = resolveRedirect(table, served(url))
    expect(answer).toEqual(location === undefined ? { type: 'none' } : expect.objectContaining({ location }))
  })

  it('takes no first segment as a language', () => {
    expect(splitLocale(routing, '/en/about')).toEqual({ locale: undefined, path: '/en/about' })
    expect(canonicalizeLocale(table, '/en/about?a', undefined)).toBe('/en/about?a')
    const request = { search: '', acceptLanguage: 'de', fromHere: false }
    for (const pathname of ['/', '/en', '/en/about']) {
      expect(resolveLocale(routing, { ...request, pathname })).toEqual({ type: 'serve' })
    }
    const tree = "interface FileRoutesByTo {\n  '/{-$locale}/$lang/about': typeof About\n}"
    expect(routesIn(tree, routing.prefixes).servedAt('/en/about')).toBe('dynamic')
    expect(routesIn(tree, routing.prefixes).servedAt('/en/de/about')).toBe(null)
  })
})
