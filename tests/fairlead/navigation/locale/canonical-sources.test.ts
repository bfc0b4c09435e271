import { describe, expect, it } from 'vitest'
import { canonicalUrl, languagesOf } from '#fairlead/navigation/locale/locale-url.ts'
import { createLocalizedPaths, pathsByLocale } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import { canonicalSources } from '#fairlead/navigation/routing-table/parse/canonical-sources.ts'
import { defineRouting, type RewriteInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

/** The canonical path of a page in a language, in a table with these rewrites. */
function canonicalIn(rewrites: readonly RewriteInput[], path: string, locale: 'en' | 'de' = 'de'): string {
  const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en', rewrites })
  const canonicalPaths = createLocalizedPaths(
    pathsByLocale(routing.locales, canonicalSources(routing.rewrites, routing.locales)),
  )
  return canonicalUrl({ ...languagesOf(routing), canonicalPaths }, path, locale, '')
}

const one = [{ source: '/spain', destination: '/country/es' }]
const deep = [{ source: '/kb/:topic/:path*', destination: '/docs/:topic/:path*' }]
const german = [{ source: '/de/preise', destination: '/de/prices', locale: false }]
const two = [...one, { source: '/espana', destination: '/country/es' }]
const chosen = [...one, { source: '/espana', destination: '/country/es', canonical: true }]
const conditional = [{ ...one[0], has: [{ type: 'cookie', key: 'a' }] }] as RewriteInput[]

describe('the canonical URL of a page that rewrites show', () => {
  it.each([
    ['the only source', one, '/country/es', '/de/spain'],
    ['another page', one, '/country/fr', '/de/country/fr'],
    ['with params', deep, '/docs/a/b/c%2Fd', '/de/kb/a/b/c%2Fd'],
    ['without the rest', deep, '/docs/a', '/de/kb/a'],
    ['of one language', german, '/prices', '/de/preise'],
    ['several sources', two, '/country/es', '/de/country/es'],
    ['the chosen one of several', chosen, '/country/es', '/de/espana'],
    ['a source for some visitors', conditional, '/country/es', '/de/country/es'],
    ['a source that is an expression', [{ source: '/:a(x|y)', destination: '/x' }], '/x', '/de/x'],
    ['a source that takes in everything', [{ source: '/:path*', destination: '/:path*' }], '/x', '/de/x'],
  ])('%s', (_, rewrites, path, canonical) => {
    expect(canonicalIn(rewrites, path)).toBe(canonical)
  })

  it('of one language is not that of another', () => {
    expect(canonicalIn(german, '/prices', 'en')).toBe('/prices')
  })

  it('is a fault when it is chosen twice, or cannot be made', () => {
    expect(() => canonicalIn([{ ...one[0], canonical: true } as RewriteInput, ...chosen.slice(1)], '/')).toThrow(
      'an issue\n  rewrites[1].canonical: rewrites[0] is canonical for /country/es already',
    )
    expect(() => canonicalIn([{ ...conditional[0], canonical: true } as RewriteInput], '/')).toThrow(
      'canonical: its source does not make one URL for each page, for everyone',
    )
  })
})
