export type LanguageRange = {
  /** The range in lower case; `*` is any language. */
  range: string
  /** The quality from 0 (not acceptable) to 1. */
  quality: number
}

/** The number of characters of a header that are read; a browser sends a tenth of it. */
const MAX_LENGTH = 1_000

const ELEMENT = /^(\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)(?:[ \t]*;[ \t]*q[ \t]*=[ \t]*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * Parses an `Accept-Language` header, best range first; equal qualities keep the header's order. An element that does
 * not match RFC 9110 is ignored, and so is all text after the first 1 000 characters.
 */
export function parseAcceptLanguage(header: string): LanguageRange[] {
  return header
    .slice(0, MAX_LENGTH)
    .split(',')
    .flatMap((element) => {
      const match = ELEMENT.exec(element.trim())
      return match?.[1] ? [{ range: match[1].toLowerCase(), quality: Number(match[2] ?? 1) }] : []
    })
    .toSorted((a, b) => b.quality - a.quality)
}

/**
 * Yields `zh-hant-tw`, `zh-hant`, `zh`: RFC 4647's lookup drops one subtag at a time, and a single letter together with
 * the next one.
 */
function* shortened(range: string): Generator<string> {
  const subtags = range.split('-')
  while (subtags.length > 0) {
    yield subtags.join('-')
    subtags.pop()
    if (subtags.at(-1)?.length === 1) subtags.pop()
  }
}

/**
 * Returns the language and the script of a tag, with CLDR's likely subtags: `zh-TW` is `zh-hant`. Returns the tag
 * itself if it has none.
 */
function readScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    // Nearly everyone writes Norwegian as Bokmål.
    return `${language === 'no' ? 'nb' : language}-${script}`.toLowerCase()
  } catch {
    return tag.toLowerCase()
  }
}

/**
 * Returns the best language for a visitor. For each range in turn it tries RFC 4647's lookup (`fr-CA` finds `fr`), a
 * language that refines the range (`nl` finds `nl-NL`), and the same language of another region (`zh-TW` finds
 * `zh-Hant`, `no` finds `nb`). Languages in the range's script, by likely subtags, come before all others. A language
 * that `q=0` refuses is never chosen.
 *
 * @param languages best first among equals, in the case to return
 * @returns `undefined` if none is acceptable; the caller's default stands
 */
export function matchLanguage<Language extends string>(
  ranges: readonly LanguageRange[],
  languages: readonly Language[],
): Language | undefined {
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ range }) => range))
  const offered = languages.filter((language) => !refused.has(language.toLowerCase()))
  const lookUp = (range: string, among: readonly Language[]): Language | undefined => {
    for (const candidate of shortened(range)) {
      const found = among.find((language) => language.toLowerCase() === candidate)
      if (found) return found
    }
    return undefined
  }
  const refine = (range: string, among: readonly Language[]) =>
    among.find((language) => language.toLowerCase().startsWith(`${range}-`))

  for (const { range, quality } of ranges) {
    if (quality === 0) break
    if (range === '*') return offered[0]
    const script = readScript(range)
    const inScript = offered.filter((language) => readScript(language) === script)
    const found =
      lookUp(range, inScript) ??
      refine(range, inScript) ??
      inScript[0] ??
      lookUp(range, offered) ??
      refine(range, offered)
    if (found) return found
  }
  return undefined
}
