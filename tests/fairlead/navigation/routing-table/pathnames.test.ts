import { describe, expect, it } from 'vitest'
import { issuesOf as issuesOfTable } from '#tests/fairlead/navigation/routing-table/tables.ts'

const issuesOf = (more: object) => issuesOfTable({ locales: ['en', 'de'], ...more })

describe('pathnames', () => {
  it.each([
    [{ '/a/$id': { de: '/b/$nr' } }, 'pathnames["/a/$id"].de: /b/$nr has the params nr; its route has id'],
    [{ '/a/$': { de: '/b' } }, 'pathnames["/a/$"].de: /b has the params none; its route has _splat'],
    [{ '/a/{-$x}': { de: '/b/$x' } }, 'pathnames["/a/{-$x}"].de: /b/$x has the params x; its route has -x'],
    [{ '/a': { fr: '/b' } }, 'pathnames["/a"].fr: fr is not in locales'],
    [{ '/a': { de: 'b' } }, 'pathnames["/a"].de: b is not a path: it starts with /'],
    [{ '/a': { de: '/' } }, 'pathnames["/a"].de: the first page has no other path'],
    [{ '/': { de: '/start' } }, 'pathnames["/"]: the first page has no other path'],
    [{ '/a': { de: '/b c' } }, 'pathnames["/a"].de: /b c has an empty segment, dots, a space, ?, # or \\'],
    [{ '/a': { de: '/b/../c' } }, 'pathnames["/a"].de: /b/../c has an empty segment, dots, a space, ?, # or \\'],
    [{ '/a': { de: '/50%' } }, 'pathnames["/a"].de: /50% has a % that is no escape'],
    [{ '/a/$id': { de: '/b/$id/$id' } }, 'pathnames["/a/$id"].de: /b/$id/$id has a param twice'],
    [{ '/a/$': { de: '/$/b' } }, 'pathnames["/a/$"].de: /$/b has something after $'],
    [{ '/a': { de: '/c' }, '/b': { de: '/c' } }, 'pathnames["/b"].de: /c is the path of /a in de'],
    [{ '/a/$x': { de: '/c/$x' }, '/b/$y': { de: '/c/$y' } }, 'pathnames["/b/$y"].de: /c/$y is the path of /a/$x in de'],
    [{ '/a': { de: '/b' }, '/b': { de: '/c' } }, 'pathnames["/a"].de: /b is the path of /b in de'],
    [{ '/a': { de: [] } }, 'pathnames["/a"].de: is empty'],
    [[], 'pathnames: is not an object'],
  ])('%j', (pathnames, issue) => {
    expect(issuesOf({ pathnames })).toContain(issue)
  })

  it('of several languages may be the same', () => {
    expect(issuesOf({ pathnames: { '/a': { en: '/b', de: '/b' } } })).toEqual([])
  })
})

describe('prefixes', () => {
  it.each([
    [{ prefixes: { fr: '/france' } }, 'prefixes.fr: fr is not in locales'],
    [{ prefixes: { de: 'germany' } }, 'prefixes.de: germany is not a path of letters, digits, - and _'],
    [{ prefixes: { de: '/EN' } }, 'prefixes.de: /EN is the prefix of en'],
    [{ prefixes: { de: '/x', en: '/x' } }, 'prefixes.en: /x is the prefix of de'],
    [{ localePrefix: 'some' }, 'localePrefix: some is none of as-needed, always, never'],
    [{ localeDetection: 'all' }, 'localeDetection: all is none of true, false, every-path'],
  ])('%j', (more, issue) => {
    expect(issuesOf(more)).toEqual([issue])
  })

  const never = { localePrefix: 'never' }
  it.each([
    [{ prefixes: { de: '/germany' } }, 'prefixes: has no meaning with localePrefix never: no URL has a prefix'],
    [
      { localeDetection: 'every-path' },
      'localeDetection: is every-path with localePrefix never: it already holds at every path, leave it out',
    ],
    [
      { redirects: [{ source: '/de/a', destination: '/b', permanent: true, locale: false }] },
      'redirects[0].locale: is false with localePrefix never: no URL names a locale',
    ],
    [
      { rewrites: { fallback: [{ source: '/de/a', destination: '/de/b', locale: false }] } },
      'rewrites.fallback[0].locale: is false with localePrefix never: no URL names a locale',
    ],
    [
      { domains: [{ domain: 'a.de', defaultLocale: 'de' }] },
      'domains: has none for en: with localePrefix never each locale needs one, or none has',
    ],
  ])('never, and %j', (more, issue) => {
    expect(issuesOf({ ...never, ...more })).toEqual([issue])
  })

  it('never, with domains for all, or none', () => {
    const domains = [{ domain: 'a.de', defaultLocale: 'de', locales: ['en'] }]
    expect(issuesOf({ ...never, domains, localeDetection: false })).toEqual([])
    expect(issuesOf(never)).toEqual([])
  })
})
