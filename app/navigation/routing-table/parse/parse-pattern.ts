import { parse, tokensToRegexp } from 'path-to-regexp'
import { encodeUnsafe } from '#app/navigation/routing-table/match/url-encoding.ts'
import { exactKey, firstSegment } from '#app/navigation/routing-table/match/rule-index.ts'
import type { Pattern } from '#app/navigation/routing-table/routing-types.ts'

export type SourceToken = ReturnType<typeof parseSource>[number]

/** Cuts a source into literal text and params. Throws the grammar's own TypeError when it is not well formed. */
export function parseSource(source: string) {
  return parse(source, { delimiter: '/' })
}

/** True for a param that may take several segments. */
export function isRepeated({ modifier }: { readonly modifier: string }): boolean {
  return modifier === '*' || modifier === '+'
}

/**
 * The expression of a source: anchored at both ends, case ignored when it is matched, one trailing slash allowed.
 * Literal text is compared in its percent-encoded form, so that `/über` meets `/%C3%BCber`. Throws when a custom
 * pattern is at fault.
 */
export function sourceRegexp(tokens: SourceToken[]): string {
  return tokensToRegexp(tokens, [], { delimiter: '/', encode: encodeUnsafe }).source
}

/** What the grammar puts for a param without a pattern of its own. */
const DEFAULT_PART = /^(?:\[\^\\\/\]\+\?|\(\?:\(\?!.*\)\[\^\\\/\]\)\+\?)$/

/** True for a source with nothing in it that could be slow: no custom pattern, and one repeated param at most. */
export function isPlain(tokens: readonly SourceToken[]): boolean {
  const params = tokens.filter((token) => typeof token !== 'string')
  const repeated = params.filter(isRepeated)
  return (
    params.every(({ pattern }) => pattern === '' || DEFAULT_PART.test(pattern)) &&
    repeated.length < 2 &&
    repeated.every(({ prefix, suffix }) => prefix + suffix === '/')
  )
}

/** Reads a source as far as it can be without a request. Throws when the grammar or a custom pattern is at fault. */
export function parsePattern(source: string): Pattern {
  const tokens = parseSource(source)
  return {
    regexp: sourceRegexp(tokens),
    params: tokens.flatMap((token) => {
      if (typeof token === 'string' || token.pattern === '') return []
      const name = typeof token.name === 'string' ? token.name : null
      return [isRepeated(token) ? { name, separator: token.prefix + token.suffix } : { name }]
    }),
    ...startOf(tokens),
  }
}

/** What every path of a source begins with: all of it when it has no params, or a literal first segment. */
function startOf([text, ...rest]: SourceToken[]): Pick<Pattern, 'exact' | 'first'> {
  if (typeof text !== 'string') return {}
  const literal = encodeUnsafe(text)
  if (rest.length === 0) return { exact: exactKey(literal) }
  return literal.indexOf('/', 1) > 0 || endsSegment(rest) ? { first: firstSegment(literal) } : {}
}

/** True when whatever these tokens match begins with a slash or is nothing: `/:path*.md` can be `.md`. */
function endsSegment(tokens: readonly SourceToken[]): boolean {
  for (const token of tokens) {
    if (!(typeof token === 'string' ? token : token.prefix).startsWith('/')) return false
    if (typeof token === 'string' || !/[*?]/.test(token.modifier)) return true
  }
  return true
}
