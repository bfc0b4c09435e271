import { describe, expect, it } from 'vitest'
import { queryTerms, tokenize, eventTerms } from '#fairlead/error-reports/store/search-index.server.ts'
import { MOST, PUMPS, worstReading } from '#tests/fairlead/patterns/work.ts'

describe('the search terms of a text', () => {
  it.each<[string, string[]]>([
    ['The tide, 3 m high', ['the', 'tide', '3', 'm', 'high']],
    ['readTideTable', ['readtidetable', 'tidetable', 'table']],
    ['ship_ahoy v2Engine', ['ship_ahoy', 'ahoy', 'v2engine', 'engine']],
    ['at 8c1f0a9b7d2e4f60 and 20261121', ['at', 'and']],
    ['Überlauf', ['überlauf']],
    ['埠頭へ', ['埠頭へ', '頭へ', 'へ']],
    ['half \ud83d of a sign', ['half', 'of', 'a', 'sign']],
    ['<b>&amp;</b>', ['b', 'amp', 'b']],
    ['', []],
    ['x'.repeat(100), ['x'.repeat(40)]],
  ])('%j', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  it('are found by a typed prefix', () => {
    expect(queryTerms('lab/Moor')).toEqual(['lab', 'moor'])
    expect(queryTerms('%')).toEqual([])
  })

  it.each([
    ['a report', tokenize],
    ['a search', queryTerms],
  ])('of %s take no longer than the text is long', (_, read) => {
    const { growth, text } = worstReading(read, PUMPS)
    expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
  })
})

describe('the search terms of an event', () => {
  it('are limited in number', () => {
    const message = Array.from({ length: 10_000 }, (_, index) => `w${index}x`).join(' ')
    expect(eventTerms({ message, breadcrumbs: Array.from({ length: 1_000 }, () => ({ message })) }).length).toBe(200)
  })

  it('are limited in total length, and have no prefixes of every length', () => {
    const tags = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, `${'x'.repeat(30)}${index}`]))
    const written = eventTerms({ tags }).join('')
    expect(written.length).toBeGreaterThan(3_900)
    expect(written.length).toBeLessThanOrEqual(4_000)
    expect(tokenize('aAaAaA'.repeat(100)).length).toBe(10)
  })

  it('are empty for an empty or malformed event', () => {
    expect(eventTerms({ breadcrumbs: [null, 1, { data: 'x' }], exception: { values: null }, tags: null })).toEqual([])
  })
})
