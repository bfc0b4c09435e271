import { parse } from 'path-to-regexp'
import { encodeUnsafe } from '#app/navigation/routing-table/match/url.ts'
import { isRepeated } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import type { Destination, Piece } from '#app/navigation/routing-table/routing-types.ts'

const PARTS = /^(?:(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$))?((?:[^?#\\]|\\.)*)(?:\?([^#]*))?(?:#(.*))?$/s

/** A question mark of a fragment, and what it follows: only behind a param, a group or a backslash it is no text. */
const QUESTION_MARK = /(:\w+|[\\)}])?\?/g

/** A param outside the query; `repeated` when it may be several segments. */
export type UsedParam = { readonly name: string | number; readonly repeated: boolean }

/**
 * Parses a destination for a rule that offers these names, and lists the params it uses in host, path and hash. A `?`
 * begins the query even after a param. Throws path-to-regexp's TypeError when host, path or hash are not well formed.
 */
export function parseDestination(
  text: string,
  offered: ReadonlySet<string>,
): { destination: Destination; used: UsedParam[] } {
  const [, scheme, host = '', port = '', path = '', query = '', hash = ''] = PARTS.exec(text) ?? []
  const used: UsedParam[] = []
  const pieces = (part: string, literal = /[?#]/g): Piece[] =>
    parse(part, { delimiter: '/' }).flatMap((token): Piece[] => {
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
    hash: pieces(keepQuestionMarks(hash), /#/g),
  }
  return { destination, used }
}

/** Escapes the question marks of a fragment that make no param optional, so that `#/login?next=x` stays as it is written. */
function keepQuestionMarks(hash: string): string {
  return hash.replace(QUESTION_MARK, (text, before?: string) => (before === undefined ? String.raw`\?` : text))
}

// `:name` in a query is a param only when the rule offers one of that name: times and ports stay what they are.
function queryPieces(value: string, offered: ReadonlySet<string>): Piece[] {
  return value
    .split(/(:\w+[*+?]?)/)
    .filter(Boolean)
    .map((part) => {
      const name = /^:(\w+)/.exec(part)?.[1]
      return name !== undefined && offered.has(name) ? { name } : part
    })
}
