import { describe, expect, it } from 'vitest'
import { matchLanguage, parseAcceptLanguage } from '#app/navigation/locale/accept-language.ts'

// A second reading of RFC 4647 section 3.4, written apart from the first: character by character, no shared code.

type Wish = { tag: string; weight: number; place: number }

function readWishes(header: string): Wish[] {
  const wishes: Wish[] = []
  let place = 0
  for (const raw of header.split(',')) {
    place += 1
    const halves = raw.split(';').map((half) => half.trim())
    const tag = (halves[0] ?? '').toLowerCase()
    const subtags = tag.split('-')
    const wellFormed =
      tag === '*' ||
      subtags.every((subtag, index) => {
        if (subtag.length < 1 || subtag.length > 8) return false
        return Array.from(subtag).every((c) => (c >= 'a' && c <= 'z') || (index > 0 && c >= '0' && c <= '9'))
      })
    if (!wellFormed || halves.length > 2) continue
    let weight = 1
    if (halves.length === 2) {
      const [name = '', value = ''] = (halves[1] ?? '').split('=').map((part) => part.trim())
      if (name.toLowerCase() !== 'q') continue
      if (!['0', '1'].includes(value.charAt(0)) || value.length > 5) continue
      if (value.length > 1 && (value.charAt(1) !== '.' || Array.from(value.slice(2)).some((c) => c < '0' || c > '9')))
        continue
      weight = Number(value)
      if (!(weight >= 0 && weight <= 1)) continue
    }
    wishes.push({ tag, weight, place })
  }
  return wishes.toSorted((a, b) => (a.weight === b.weight ? a.place - b.place : b.weight - a.weight))
}

/** The language of a tag of this test, with its script where that is not the usual one of its language. */
function writtenAs(tag: string): string {
  const [language = '', script = ''] = tag.toLowerCase().split('-')
  return script === 'hant' || (language === 'sr' && script === 'latn') ? `${language}-${script}` : language
}

function lookUp(header: string, languages: string[]): string | undefined {
  const wishes = readWishes(header)
  const unwanted = new Set(wishes.filter((wish) => wish.weight === 0).map((wish) => wish.tag))
  const candidates = languages.filter((language) => !unwanted.has(language.toLowerCase()))
  for (const { tag, weight } of wishes) {
    if (weight === 0) continue
    if (tag === '*') return candidates[0]
    let range = tag
    while (range !== '') {
      const wanted = range
      const found = candidates.find((language) => language.toLowerCase() === wanted)
      if (found !== undefined) return found
      const cut = range.lastIndexOf('-')
      range = cut < 0 ? '' : range.slice(0, cut)
      // A single letter introduces what follows it, and means nothing alone.
      if (range.length >= 2 && range.charAt(range.length - 2) === '-') range = range.slice(0, -2)
      else if (range.length === 1) range = ''
    }
    const refined = candidates.find((language) => language.toLowerCase().indexOf(`${tag}-`) === 0)
    if (refined !== undefined) return refined
    // Beyond the RFC: the same language of another region, where both are written alike.
    const elsewhere = candidates.find((language) => writtenAs(language) === writtenAs(tag))
    if (elsewhere !== undefined) return elsewhere
  }
  return undefined
}

/** A small generator, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const TAGS = [
  'en', 'en-US', 'EN-gb', 'de', 'de-AT', 'fr', 'fr-CA', 'nl', 'nl-BE', 'zh', 'zh-Hant-TW', 'zh-Hans-x-a', 'ar-EG',
  'ja', '*', 'x-private', 'i', 'pt-BR-u-ca-gregory', 'toolonglanguage', 'de_DE', '', '-', 'é', 'sr-Latn-RS', 'do-be',
] // prettier-ignore
const WEIGHTS = [
  '',
  '',
  '',
  ';q=1',
  ';q=0.9',
  ';q=0.9',
  ';q=0.5',
  ';q=0',
  '; q = 0.25',
  ';q=1.001',
  ';q=x',
  ';Q=0.8',
  ';l=1',
]
const OFFERS = [
  ['en', 'de', 'ja', 'ar'],
  ['en', 'fr', 'nl-NL', 'de'],
  ['en-US', 'nl-NL', 'nl-BE', 'nl', 'fr-BE', 'fr', 'en', 'go', 'do-BE'],
  ['zh-Hant', 'zh', 'pt-BR', 'sr'],
]

describe('5 000 generated headers', () => {
  it('choose the same language as a second implementation of RFC 4647', () => {
    const pick = random(20_261_121)
    for (let round = 0; round < 5_000; round++) {
      const header = Array.from(
        { length: 1 + pick(5) },
        () => `${TAGS[pick(TAGS.length)]}${WEIGHTS[pick(WEIGHTS.length)]}`,
      ).join(pick(2) ? ',' : ' , ')
      const languages = OFFERS[pick(OFFERS.length)] ?? []
      expect(matchLanguage(parseAcceptLanguage(header), languages), `${header} among ${languages.join()}`).toBe(
        lookUp(header, languages),
      )
    }
  })
})
