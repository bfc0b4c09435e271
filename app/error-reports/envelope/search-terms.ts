import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'

/** Words of one event that can be searched for, characters of all of them together, and of one. */
const MOST = { words: 200, characters: 4_000 }
const LENGTH = 40

/** Places in a word at which it can be found. */
const BEGINNINGS = 10

/** Characters of an event that are read for it, and of any one text in it. */
const READ = 20_000
const TEXT = 2_000

/** Letters and digits, and what names in programs have beside them. */
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu

/** Where a word begins inside another: a capital after a small letter, a letter after `_` or a digit. */
const CAMEL_BOUNDARY = /(?<=\p{Ll})\p{Lu}|(?<=[_$\d])\p{L}/gu

/** Scripts without spaces: there a word may begin at any sign. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** Ids are looked up, not searched for, and there is no end of them. */
const ID = /^(?=.*\d)[\da-f]{8,}$|^\d{7,}$/i

function prefixes(word: string): string[] {
  const places = UNSPACED.test(word)
    ? Array.from({ length: Math.min(word.length, LENGTH) }, (_, at) => at)
    : [0, ...[...word.matchAll(CAMEL_BOUNDARY)].map(({ index }) => index)].slice(0, BEGINNINGS)
  return places.map((at) =>
    word
      .slice(at, at + LENGTH)
      .toLowerCase()
      .toWellFormed(),
  )
}

/**
 * The words of a text as they are searched for, by how they begin: in small letters, and `readTide` also as `tide`. Ids
 * are left out. Pure.
 */
export function tokenize(text: string): string[] {
  const words = (text.match(WORD) ?? []).filter((word) => !ID.test(word))
  return words.flatMap(prefixes).filter((word) => word !== '')
}

/** The beginnings that have to be found for one word that somebody typed. None where it has no letter and no digit. */
export function queryTerms(typed: string): string[] {
  return (typed.match(WORD) ?? []).map((word) => word.slice(0, LENGTH).toLowerCase().toWellFormed())
}

type Bag = Readonly<Record<string, unknown>>

function bag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What an operator may remember of an event, the most telling first. */
function* collectTexts(event: SentryEvent): Generator {
  const { exception, message, logentry, contexts, request, tags } = event
  for (const { type, value } of exception?.values ?? []) yield* [type, value]
  for (const said of [message, logentry]) yield* typeof said === 'string' ? [said] : [said?.formatted, said?.message]
  yield bag(bag(contexts).feedback).message
  yield* [event.transaction, bag(request).url, ...Object.values(bag(tags)), ...Object.values(bag(bag(contexts).params))]
  yield* Object.values(bag(bag(contexts).csp))
  for (const { stacktrace } of exception?.values ?? []) {
    for (const { function: name, filename } of (stacktrace?.frames ?? []).toReversed()) yield* [name, filename]
  }
  const { breadcrumbs } = event as Bag
  for (const crumb of [...list(breadcrumbs), ...list(bag(breadcrumbs).values)].toReversed()) {
    const { category, message: noted, data } = bag(crumb)
    const { url, from, to } = bag(data)
    yield* [noted, category, url, from, to]
  }
}

/**
 * The words that an event is found by: at most 200 different ones with 4 000 characters. Reads no further than it must.
 * Pure.
 */
export function eventTerms(event: SentryEvent): string[] {
  const words = new Set<string>()
  let [read, written] = [0, 0]
  for (const text of collectTexts(event)) {
    if (typeof text !== 'string') continue
    for (const word of tokenize(text.slice(0, TEXT))) {
      if (words.has(word)) continue
      written += word.length
      if (words.size >= MOST.words || written > MOST.characters) return [...words]
      words.add(word)
    }
    read += Math.min(text.length, TEXT)
    if (read >= READ) break
  }
  return [...words]
}
