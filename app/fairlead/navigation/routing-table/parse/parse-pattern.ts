import { parse, tokensToRegexp } from 'path-to-regexp'
import { encodeUnsafe, firstSegment } from '#fairlead/navigation/routing-table/match/url.ts'
import { exactKey } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import type { Pattern, Destination, Piece } from '#fairlead/navigation/routing-table/routing-types.ts'

export type SourceToken = ReturnType<typeof parseSource>[number]

/** Splits a source into literal text and params. Throws path-to-regexp's TypeError if it is not well formed. */
export function parseSource(source: string) {
  return parse(source, { delimiter: '/' })
}

/** True for a param that may take several segments. */
export function isRepeated({ modifier }: { readonly modifier: string }): boolean {
  return modifier === '*' || modifier === '+'
}

/**
 * Returns the expression of a source: anchored at both ends, one trailing slash allowed, and matched without regard to
 * case. Literal text is compared in its percent-encoded form, so that `/über` matches `/%C3%BCber`. Throws if a custom
 * pattern is invalid.
 */
export function sourceRegexp(tokens: SourceToken[]): string {
  return tokensToRegexp(tokens, [], { delimiter: '/', encode: encodeUnsafe }).source
}

/** The pattern that path-to-regexp gives to a param without one. */
const DEFAULT_PART = /^(?:\[\^\\\/\]\+\?|\(\?:\(\?!.*\)\[\^\\\/\]\)\+\?)$/

/** One character or class without a slash, repeated or not; or some words. */
const PART_OF_SEGMENT =
  /^(?:(?:\\[dw]|\[(?:\w-\w|\w|\\[dw])+-?\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?|[\w-]+(?:\|[\w-]+)*)$/

/** Everything up to the end, such as `(.*)` and `((?!api|_next).*)`. */
const REST = /^(?:\(\?![\w./|-]+\))?\.[*+]$/

/**
 * True for a source whose form guarantees at most quadratic time, so that it needs no checker. Segments end in a slash,
 * which none of their params matches, and each has two params at most.
 */
export function isPlain(tokens: readonly SourceToken[]): boolean {
  const params = tokens.filter((token) => typeof token !== 'string')
  const repeated = params.filter(isRepeated)
  const custom = params.filter(({ pattern }) => pattern !== '' && !DEFAULT_PART.test(pattern))
  const last = tokens.at(-1)
  return (
    custom.every((param) => PART_OF_SEGMENT.test(param.pattern) || (param === last && REST.test(param.pattern))) &&
    (custom.length === 0 || params.filter(({ prefix }) => prefix !== '/').length < 2) &&
    repeated.length < 2 &&
    repeated.every(({ prefix, suffix, pattern }) => prefix + suffix === '/' && !REST.test(pattern))
  )
}

/** Parses a source. Throws when it is not well formed or a custom pattern is invalid. */
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

/** Returns the literal beginning of every path of a source: all of it if it has no params, or its first segment. */
function startOf([text, ...rest]: SourceToken[]): Pick<Pattern, 'exact' | 'first'> {
  if (typeof text !== 'string') return {}
  const literal = encodeUnsafe(text)
  if (rest.length === 0) return { exact: exactKey(literal) }
  return literal.indexOf('/', 1) > 0 || endsSegment(rest) ? { first: firstSegment(literal) } : {}
}

/** True if every text that these tokens match is empty or begins with a slash: `/:path*.md` can be `.md`. */
function endsSegment(tokens: readonly SourceToken[]): boolean {
  for (const token of tokens) {
    if (!(typeof token === 'string' ? token : token.prefix).startsWith('/')) return false
    if (typeof token === 'string' || !/[*?]/.test(token.modifier)) return true
  }
  return true
}

const DESTINATION = /^(?:(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$))?((?:[^?#\\]|\\.)*)(?:\?([^#]*))?(?:#(.*))?$/s

/**
 * A question mark of a fragment, and the token before it: only after a param, a group or a backslash is it not plain
 * text.
 */
const QUESTION_MARK = /(:\w+|[\\)}])?\?/g

/**
 * Parses a destination for a rule that offers these names, and lists the params that it uses in host, path and hash;
 * `repeated` are the params that may have several segments. A `?` begins the query even after a param. Throws
 * path-to-regexp's TypeError if host, path or hash are not well formed.
 */
export function parseDestination(text: string, offered: ReadonlySet<string>) {
  const [, scheme, host = '', port = '', path = '', query = '', hash = ''] = DESTINATION.exec(text) ?? []
  const used: { name: string | number; repeated: boolean }[] = []
  const pieces = (source: string, literal = /[?#]/g): Piece[] =>
    parse(source, { delimiter: '/' }).flatMap((token): Piece[] => {
      if (typeof token === 'string') return [encodeUnsafe(token).replace(literal, encodeURIComponent)]
      const { name, prefix, suffix } = token
      if (name === '') return token.modifier === '?' || token.modifier === '*' ? [] : [prefix + suffix]
      used.push({ name, repeated: isRepeated(token) })
      return [{ name: String(name), ...(prefix && { prefix }), ...(suffix && { suffix }) }]
    })
  const destination: Destination = {
    ...(scheme !== undefined && { origin: { scheme, host: pieces(host), port } }),
    path: pieces(path),
    query: query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const equals = pair.indexOf('=')
        if (equals < 0) return { name: pair }
        return { name: pair.slice(0, equals), value: queryPieces(pair.slice(equals + 1), offered) }
      }),
    // A question mark that makes no param optional is escaped, so that `#/login?next=x` stays unchanged.
    hash: pieces(
      hash.replace(QUESTION_MARK, (mark, before?: string) => (before === undefined ? String.raw`\?` : mark)),
      /#/g,
    ),
  }
  return { destination, used }
}

// `:name` in a query is a param only if the rule offers one with that name: times and ports stay unchanged.
function queryPieces(value: string, offered: ReadonlySet<string>): Piece[] {
  return value
    .split(/(:\w+[*+?]?)/)
    .filter(Boolean)
    .map((token) => {
      const name = /^:(\w+)/.exec(token)?.[1]
      return name !== undefined && offered.has(name) ? { name } : token
    })
}
