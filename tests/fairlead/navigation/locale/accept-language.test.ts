import { describe, expect, it } from 'vitest'
import { matchLanguage, parseAcceptLanguage } from '#fairlead/navigation/locale/accept-language.ts'

describe('an Accept-Language header', () => {
  it.each([
    ['', []],
    ['nl-NL,nl;q=0.9,en-US;q=0.8', ['nl-nl', 'nl', 'en-us']],
    ['en;Q=0.1, fr ; q = 0.9', ['fr', 'en']],
    ['*;q=0.1, de', ['de', '*']],
    ['fr;q=-1, it;q=2, de', ['de']],
    ['fr;q=0.1234, de;q=x, ja', ['ja']],
    [';;;, ,=, \u0000, de_DE', []],
    ['de;level=1', []],
    ['toolonglanguage, de', ['de']],
    ['x-private, i', ['x-private', 'i']],
  ])('%j has the ranges %j', (header, ranges) => {
    expect(parseAcceptLanguage(header).map(({ range }) => range)).toEqual(ranges)
  })

  it('is read in bounded time', () => {
    expect(parseAcceptLanguage('a,'.repeat(1_000_000)).length).toBeLessThanOrEqual(500)
  })
})

describe('the language for a header', () => {
  it.each([
    ['nl', ['en', 'fr', 'nl-NL', 'de'], 'nl-NL'],
    ['FR-ca', ['en', 'fr'], 'fr'],
    ['fr-CA, en;q=0.9', ['en', 'fr'], 'fr'],
    ['nl-NL,nl;q=0.9,en-US;q=0.8', ['en-US', 'nl-NL', 'nl-BE', 'nl'], 'nl-NL'],
    ['zh-Hant-x-private, en', ['en', 'zh-Hant'], 'zh-Hant'],
    ['xx, *', ['en', 'de'], 'en'],
    ['en;q=0, *', ['en', 'de'], 'de'],
    ['fr;q=0, fr-CA', ['en', 'fr'], undefined],
    ['de;q=0', ['en', 'de'], undefined],
  ])('%j among %j is %j', (header, languages, expected) => {
    expect(matchLanguage(parseAcceptLanguage(header), languages)).toBe(expected)
  })
})

it.each([
  ['zh-TW', ['en', 'zh', 'zh-Hant'], 'zh-Hant'],
  ['zh', ['en', 'zh-Hant', 'zh-Hans'], 'zh-Hans'],
  ['zh-TW', ['en', 'zh'], 'zh'],
  ['sr-RS', ['en', 'sr-Latn', 'sr-Cyrl'], 'sr-Cyrl'],
  ['az-IR', ['en', 'az', 'az-Arab'], 'az-Arab'],
  ['pt-AO', ['en', 'pt-BR', 'pt-PT'], 'pt-BR'],
  ['pt-PT', ['en', 'pt', 'pt-PT'], 'pt-PT'],
  ['no', ['en', 'nb'], 'nb'],
  ['nb-NO', ['en', 'no'], 'no'],
  ['i-klingon, de;q=0.5', ['en', 'de'], 'de'],
])('by likely subtags, %s among %j finds %s', (header, languages, found) => {
  expect(matchLanguage(parseAcceptLanguage(header), languages)).toBe(found)
})
