import { readFile } from 'node:fs/promises'
import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import { groupOf } from '#app/handbook/page.ts'
import {
  buildSearchIndex,
  normalizeTerm,
  searchHandbook,
  type SearchDocument,
  searchOptions,
} from '#app/handbook/search.ts'
import type { Locale } from '#fairlead/navigation/locale/locale.ts'
import routing from '#app/routing.ts'
import { handbook } from '#tests/site/handbook/content.ts'

let pages: Handbook<Locale>

beforeAll(async () => {
  // Compiling checks the links of every language: it rejects when one leads nowhere.
  pages = await handbook()
})

describe('the content', () => {
  it('is complete in English, and begins with the same page everywhere', () => {
    const slugs = pages.en.map(({ slug }) => slug)
    expect(slugs[0]).toBe('')
    expect(slugs).toEqual(
      expect.arrayContaining([
        '',
        'run',
        'make-it-yours',
        'segments',
        'interception',
        'how-it-is-built',
        'decisions',
        'decisions/001-vinxi-as-host',
        'decisions/002-dependencies',
      ]),
    )
  })

  it.each(routing.locales)('has its first page in %s', (locale) => {
    expect(pages[locale].filter(({ lang }) => lang === locale).map(({ slug }) => slug)).toContain('')
  })

  it('has the same anchors in a translation as in English', () => {
    for (const { slug, lang, anchors, file } of routing.locales.flatMap((locale) => pages[locale])) {
      if (lang === 'en') continue
      const original = pages.en.find((page) => page.slug === slug)
      expect([...anchors], file).toEqual([...(original?.anchors ?? [])])
    }
  })

  it('lists every page in one of seven groups, which follow each other', () => {
    const groups = pages.en.map(({ page }) => groupOf(page.order))
    expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([
      'start',
      'routing',
      'data',
      'people',
      'operations',
      'reference',
      'entries',
    ])
  })

  it('keeps decisions short: at most 60 lines', async () => {
    const decisions = pages.en.filter(({ slug }) => slug.startsWith('decisions/'))
    expect(decisions.length).toBeGreaterThan(10)
    const lines = await Promise.all(
      decisions.map(async ({ path, slug }) => [slug, (await readFile(path, 'utf8')).split('\n').length - 1] as const),
    )
    expect(lines.filter(([, count]) => count > 60)).toEqual([])
  })

  it('gives each dependency its line on the page about packages, and no line to anything else', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>
    const source = await readFile('app/handbook/content/en/packages.md', 'utf8')
    const lines = (heading: string) => {
      const section = source.split(/^## /m).find((part) => part.includes(`{#${heading}}`)) ?? ''
      return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
    }
    const library = JSON.parse(await readFile('app/fairlead/package.json', 'utf8')) as typeof manifest
    const all = { ...library.dependencies, ...library.peerDependencies, ...manifest.dependencies }
    // Peers of the entry for tests are optional.
    const forTests = library.peerDependenciesMeta ?? {}
    const running = Object.keys(all).filter((name) => name !== 'fairlead' && !(name in forTests))
    expect(lines('dependencies')).toEqual(running.toSorted())
    const building = Object.keys(manifest.devDependencies ?? {}).filter((name) => !running.includes(name))
    expect(lines('dev-dependencies')).toEqual(building)
  })
})

it('the part of the page about caching is the one whose rendering is tested', async () => {
  const source = await readFile('app/handbook/content/en/caching.md', 'utf8')
  const [, code = 'no code'] = /```tsx\n(export default defineVisitorPart[^`]*)```/.exec(source) ?? []
  const tested = await readFile('tests/application/app/pages/signed-in-as.per-visitor.tsx', 'utf8')
  expect(tested).toContain(code)
})

const indexes = new Map<string, MiniSearch<SearchDocument>>()

/** Builds the index of a language as the server does, and sends it as JSON, once. */
function indexOf(locale: string): MiniSearch<SearchDocument> {
  const { [locale]: own = [] }: Handbook = pages
  const searchable = own.map(({ slug, page: { title, text } }) => ({ slug, title, text }))
  const sent = () => JSON.stringify(buildSearchIndex(locale, searchable))
  const index = indexes.get(locale) ?? MiniSearch.loadJSON<SearchDocument>(sent(), searchOptions(locale))
  indexes.set(locale, index)
  return index
}

/** Asks the index as the browser does. */
const search = (locale: string, words: string): string[] => searchHandbook(indexOf(locale), words).map(({ id }) => id)

describe('search', () => {
  const searches = [
    ['en', 'precedence', 'segments#precedence'],
    ['en', 'prece', 'segments#precedence'],
    ['en', 'presedence', 'segments#precedence'],
    ['en', 'DATABASE_URL', 'run#environment'],
    ['en', 'catch all optional', 'segments#optional-catch-all'],
    ['de', 'Navigationsschicht', '#what-a-navigation-layer-does'],
    ['de', 'navigationschicht', '#what-a-navigation-layer-does'],
    ['ja', 'ナビゲーション層', '#what-a-navigation-layer-does'],
    ['ja', 'キャッシュ', '#what-you-get-today'],
    ['ar', 'طبقة التنقل', '#what-a-navigation-layer-does'],
    ['ar', 'طبقه', '#what-a-navigation-layer-does'],
  ] as const
  it.each(searches)('in %s finds %j at %s', (locale, words, place) => {
    expect(search(locale, words)).toContain(place)
  })

  it('finds an English page that stands in for a translation', () => {
    for (const locale of ['de', 'ja', 'ar']) {
      expect(search(locale, 'dependency')[0]).toBe('decisions/002-dependencies#')
    }
  })

  it.each(['   ', '。', 'zzzzzzzz'])('finds nothing for %j', (words) => {
    expect(search('en', words)).toEqual([])
  })
})

describe('normalizeTerm', () => {
  it.each([
    ['Größe', 'de', 'große'],
    ['ＡＰＩ', 'ja', 'api'],
    ['が', 'ja', 'が'],
    ['الدَّلِيل', 'ar', 'دليل'],
    ['صفحة', 'ar', 'صفحه'],
  ])('makes of %j in %s %j', (term, locale, folded) => {
    expect(normalizeTerm(term, locale)).toBe(folded)
  })
})
