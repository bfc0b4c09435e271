import { describe, expect, it } from 'vitest'
import { matchLanguage, parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'

describe('an Accept-Language header', () => {
  it.each([
    ['', []],
    ['de', ['de']],
    ['nl-NL,nl;q=0.9,en-US;q=0.8', ['nl-nl', 'nl', 'en-us']],
    ['en;q=0.1, fr ; q = 0.9', ['fr', 'en']],
    ['a, b;q=0.5, c', ['a', 'c', 'b']],
    ['*;q=0.1, de', ['de', '*']],
    ['fr;q=2, de', ['de']],
    ['fr;q=-1, de', ['de']],
    ['fr;q=0.1234, de;q=x, ja', ['ja']],
    [';;;, ,=, \u0000, de_DE', []],
    ['de;level=1', []],
    ['de;Q=0.5, fr', ['fr', 'de']],
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
    ['fr', ['en', 'fr', 'nl-NL', 'de'], 'fr'],
    ['nl', ['en', 'fr', 'nl-NL', 'de'], 'nl-NL'],
    ['fr-CA', ['en', 'fr'], 'fr'],
    ['FR-ca', ['en', 'fr'], 'fr'],
    ['fr-CA, en;q=0.9', ['en', 'fr'], 'fr'],
    ['nl-NL,nl;q=0.9,en-US;q=0.8', ['en-US', 'nl-NL', 'nl-BE', 'nl'], 'nl-NL'],
    ['zh-Hant-x-private, en', ['en', 'zh-Hant'], 'zh-Hant'],
    ['xx, *', ['en', 'de'], 'en'],
    ['en;q=0, *', ['en', 'de'], 'de'],
    ['fr;q=0, fr-CA', ['en', 'fr'], undefined],
    ['de;q=0', ['en', 'de'], undefined],
    ['xx', ['en', 'de'], undefined],
    ['', ['en'], undefined],
  ])('%j among %j is %j', (header, languages, expected) => {
    expect(matchLanguage(parseAcceptLanguage(header), languages)).toBe(expected)
  })
})

it.each([
  ['zh-TW', ['en', 'zh', 'zh-Hant'], 'zh-Hant'],
  ['zh-HK', ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
  ['zh-CN', ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hans'],
  ['zh', ['en', 'zh-Hant', 'zh-Hans'], 'zh-Hans'],
  ['zh-TW', ['en', 'zh'], 'zh'],
  ['sr-RS', ['en', 'sr-Latn', 'sr-Cyrl'], 'sr-Cyrl'],
  ['sr-ME', ['en', 'sr-Cyrl', 'sr-Latn'], 'sr-Latn'],
  ['az-IR', ['en', 'az', 'az-Arab'], 'az-Arab'],
  ['pt-AO', ['en', 'pt-BR', 'pt-PT'], 'pt-BR'],
  ['pt-PT', ['en', 'pt', 'pt-PT'], 'pt-PT'],
  ['pt-PT', ['en', 'pt-BR'], 'pt-BR'],
  ['no', ['en', 'nb'], 'nb'],
  ['nb-NO', ['en', 'no'], 'no'],
  ['i-klingon, de;q=0.5', ['en', 'de'], 'de'],
])('by likely subtags, %s among %j finds %s', (header, languages, found) => {
  expect(matchLanguage(parseAcceptLanguage(header), languages)).toBe(found)
})
