import { describe, expect, it } from 'vitest'
import { resolveRedirect, resolveRewrite } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { redirect, served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'

const table = tableOf({
  redirects: [
    redirect('/old', '/new'),
    redirect('/home', '/'),
    redirect('/out', 'https://example.com/x'),
    redirect('/de/nur', '/nl-NL/alleen', { locale: false }),
    redirect('/en/only', '/somewhere', { locale: false }),
    redirect('/:locale/any', '/:locale/some', { locale: false }),
  ],
  rewrites: [
    { source: '/shown', destination: '/inner' },
    { source: '/de/wechsel', destination: '/nl-NL/other', locale: false },
  ],
})

describe('locales', () => {
  it.each([
    ['/old', '/new'],
    ['/de/old', '/de/new'],
    ['/NL-nl/old?a=b', '/nl-NL/new?a=b'],
    ['/en/old', '/new'],
    ['/de/home', '/de'],
    ['/de/out', 'https://example.com/x'],
    ['/de/nur', '/nl-NL/alleen'],
    ['/only', '/somewhere'],
    ['/de/any', '/de/some'],
    ['/any', '/en/some'],
  ])('%s is redirected to %s', (url, location) => {
    expect(resolveRedirect(table, served(url))).toMatchObject({ location })
  })

  it.each(['/it/old', '/nur', '/de/only', '/de/de/old'])('%s is unchanged', (url) => {
    expect(resolveRedirect(table, served(url))).toEqual({ type: 'none' })
  })

  it('a rewrite keeps the locale, or changes it when the rule says so', () => {
    const shows = (url: string) => resolveRewrite(table, served(url), () => null)
    expect(shows('/shown')).toMatchObject({ url: '/inner' })
    expect(shows('/de/shown')).toMatchObject({ url: '/de/inner' })
    expect(shows('/de/wechsel')).toMatchObject({ url: '/nl-NL/other' })
  })

  it('redirects of a locale lead to its own domain', () => {
    const domains = tableOf({
      domains: [
        { domain: 'example.de', defaultLocale: 'de' },
        { domain: 'example.nl', defaultLocale: 'nl-NL', http: true },
      ],
      redirects: [redirect('/old', '/new?x=1'), redirect('/home', '/')],
    })
    const at = (url: string, host: string) => resolveRedirect(domains, served(url, { host }))
    expect(at('/old', 'example.de')).toMatchObject({ location: '/new?x=1' })
    expect(at('/de/old', 'example.de:3000')).toMatchObject({ location: '/new?x=1' })
    expect(at('/de/old', 'example.nl')).toMatchObject({ location: 'https://example.de/new?x=1' })
    expect(at('/de/old', 'preview.example')).toMatchObject({ location: '/de/new?x=1' })
    expect(at('/nl-NL/home', 'example.de')).toMatchObject({ location: 'http://example.nl/' })
    expect(at('/en/old', 'example.de')).toMatchObject({ location: '/en/new?x=1' })
  })
})
