import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'

/** The terms of one event at most, the characters of all of them together, and of one term. */
const MAX = { terms: 200, characters: 4_000 }
const MAX_TERM_LENGTH = 40

/** The positions in a word at which terms can begin. */
const MAX_PREFIXES = 10

/** The characters of an event that are read, and of one text in it. */
const MAX_EVENT_LENGTH = 20_000
const MAX_TEXT_LENGTH = 2_000

/** Letters and digits, and the other characters of identifiers. */
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu

/** The beginning of a word inside an identifier: a capital after a small letter, a letter after `_` or a digit. */
const CAMEL_BOUNDARY = /(?<=\p{Ll})\p{Lu}|(?<=[_$\d])\p{L}/gu

/** Scripts without spaces between words: a word may begin at any character. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** Ids, which are looked up rather than searched for, and would fill the index. */
const ID = /^(?=.*\d)[\da-f]{8,}$|^\d{7,}$/i

function prefixes(word: string): string[] {
  const positions = UNSPACED.test(word)
    ? Array.from({ length: Math.min(word.length, MAX_TERM_LENGTH) }, (_, at) => at)
    : [0, ...[...word.matchAll(CAMEL_BOUNDARY)].map(({ index }) => index)].slice(0, MAX_PREFIXES)
  return positions.map((at) =>
    word
      .slice(at, at + MAX_TERM_LENGTH)
      .toLowerCase()
      .toWellFormed(),
  )
}

/** Splits a text into search terms: lower-case words, `readTide` also as `tide`, without ids. */
export function tokenize(text: string): string[] {
  const words = (text.match(WORD) ?? []).filter((word) => !ID.test(word))
  return words.flatMap(prefixes).filter((word) => word !== '')
}

/**
 * Returns the prefixes that a search for one typed word looks for; none when it has no letter and no digit. Reads as many
 * characters as of one text of an event.
 */
export function queryTerms(typed: string): string[] {
  const words = typed.slice(0, MAX_TEXT_LENGTH).match(WORD) ?? []
  return words.map((word) => word.slice(0, MAX_TERM_LENGTH).toLowerCase().toWellFormed())
}

type Bag = Readonly<Record<string, unknown>>

function bag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Yields the texts of an event that operators search for, the most relevant first. */
function* collectTexts(event: SentryEvent): Generator {
  const { exception, message, logentry, contexts, request, tags } = event
  for (const { type, value } of exception?.values ?? []) yield* [type, value]
  for (const entry of [message, logentry])
    yield* typeof entry === 'string' ? [entry] : [entry?.formatted, entry?.message]
  yield bag(bag(contexts).feedback).message
  yield* [event.transaction, bag(request).url, ...Object.values(bag(tags)), ...Object.values(bag(bag(contexts).params))]
  yield* Object.values(bag(bag(contexts).csp))
  for (const { stacktrace } of exception?.values ?? []) {
    for (const { function: name, filename } of (stacktrace?.frames ?? []).toReversed()) yield* [name, filename]
  }
  const { breadcrumbs } = event as Bag
  for (const crumb of [...list(breadcrumbs), ...list(bag(breadcrumbs).values)].toReversed()) {
    const { category, message: note, data } = bag(crumb)
    const { url, from, to } = bag(data)
    yield* [note, category, url, from, to]
  }
}

/** Returns the search terms of an event: at most 200 different ones with 4 000 characters. */
export function eventTerms(event: SentryEvent): string[] {
  const terms = new Set<string>()
  let [read, written] = [0, 0]
  for (const text of collectTexts(event)) {
    if (typeof text !== 'string') continue
    for (const term of tokenize(text.slice(0, MAX_TEXT_LENGTH))) {
      if (terms.has(term)) continue
      written += term.length
      if (terms.size >= MAX.terms || written > MAX.characters) return [...terms]
      terms.add(term)
    }
    read += Math.min(text.length, MAX_TEXT_LENGTH)
    if (read >= MAX_EVENT_LENGTH) break
  }
  return [...terms]
}
