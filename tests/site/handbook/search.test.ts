import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Handbook } from '#app/handbook/compiler/compile-handbook.ts'
import {
  buildSearchIndex,
  normalizeTerm,
  searchHandbook,
  type SearchDocument,
  searchOptions,
} from '#app/handbook/search.ts'
import { handbook } from '#tests/site/handbook/content.ts'
import { hasLanguages } from '#tests/site/languages.ts'

let pages: Handbook

beforeAll(async () => {
  pages = await handbook()
})

/** Builds the index as the server does, sends it as JSON, and asks it as the browser does. */
function search(locale: string, words: string): string[] {
  const searchable = (pages[locale] ?? []).map(({ slug, page: { title, text } }) => ({ slug, title, text }))
  const sent = JSON.stringify(buildSearchIndex(locale, searchable))
  const index = MiniSearch.loadJSON<SearchDocument>(sent, searchOptions(locale))
  return searchHandbook(index, words).map(({ id }) => id)
}

describe('search', () => {
  const searches = [
    ['en', 'precedence', 'segments#precedence'],
    ['en', 'prece', 'segments#precedence'],
    ['en', 'presedence', 'segments#precedence'],
    ['en', 'DATABASE_URL', 'run#environment'],
    ['en', 'catch all optional', 'segments#optional-catch-all'],
    ['de', 'Vorrang', 'segments#precedence'],
    ['de', 'datenordner', 'run#data'],
    ['de', 'umgebung', 'run#environment'],
    ['ja', '優先順位', 'segments#precedence'],
    ['ja', '環境変数', 'run#environment'],
    ['ja', 'キャッチオール', 'segments#catch-all'],
    ['ar', 'الأسبقية', 'segments#precedence'],
    ['ar', 'اسبقيه', 'segments#precedence'],
    ['ar', 'المنافذ', 'run#ports'],
  ] as const
  it.each(searches.filter(([locale]) => hasLanguages(locale)))('in %s finds %j at %s', (locale, words, place) => {
    expect(search(locale, words)).toContain(place)
  })

  it('finds an English page that stands in for a translation', () => {
    for (const locale of ['de', 'ja', 'ar'].filter((name) => hasLanguages(name))) {
      expect(search(locale, 'dependency')[0]).toBe('decisions/002-dependencies#')
    }
  })

  it.each(['', '   ', '。', 'zzzzzzzz'])('finds nothing for %j', (words) => {
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
