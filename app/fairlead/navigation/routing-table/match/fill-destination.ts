import { joinPrefix, type LocalizedUrl } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { collapseSlashes, encodeUnsafe } from '#fairlead/navigation/routing-table/match/url.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'
import type { Destination, Params, Piece } from '#fairlead/navigation/routing-table/routing-types.ts'

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i
const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/** Redirects drop unused params; rewrites pass them on in the query. */
export type FillKind = 'redirect' | 'rewrite'

/**
 * Returns the URL of a destination, or null if a value from the request may not be used in its place (any value but a
 * host name in the host, a dot segment in the path): the rule then does not apply.
 *
 * - Values keep their encoding. An absent param is left out with its slash.
 * - The incoming query is kept, but names in the destination win over it. A rewrite that uses params only in its query
 *   also passes all params on in the query, where they win over the incoming query but not over the destination.
 * - Inside the application the locale `prefix` (`/de`, or empty) is put in front and runs of slashes are collapsed, so
 *   that the result cannot be read as another host.
 * - The incoming fragment stays unless the destination has one.
 */
export function fillDestination(
  destination: Destination,
  params: Params,
  incoming: Pick<LocalizedUrl, 'query' | 'hash'>,
  prefix: string,
  kind: FillKind,
): string | null {
  const { origin } = destination
  const path = fill(destination.path, params)
  if (DOT_SEGMENT.test(path) && hasParam(destination.path)) return null
  const query = mergeQuery(destination, params, incoming.query, kind)
  const own = fill(destination.hash, params, true)
  const hash = destination.hash.length === 0 ? incoming.hash : own && `#${own}`
  const tail = (query && `?${query}`) + encodeUnsafe(hash)

  if (origin === undefined) {
    return joinPrefix(prefix, collapseSlashes(path)) + tail
  }
  const host = fill(origin.host, params)
  if (hasParam(origin.host) && !HOST_NAME.test(host)) return null
  return `${origin.scheme}${host}${origin.port}${path.startsWith('/') ? path : `/${path}`}${tail}`
}

/** True if there is a param among the pieces; with `among`, one of these params. */
export function hasParam(pieces: readonly Piece[], among?: Params): boolean {
  return pieces.some((piece) => typeof piece !== 'string' && (among === undefined || piece.name in among))
}

function fill(pieces: readonly Piece[], params: Params, asText = false): string {
  const texts = pieces.flatMap((piece) => {
    if (typeof piece === 'string') return piece
    const { name, prefix = '', suffix = '' } = piece
    const values = [params[name] ?? []].flat()
    // Outside of a path several segments are one text.
    const filled = asText && values.length > 0 ? [values.join('/')] : values
    return filled.map((value) => prefix + value + suffix)
  })
  return texts.join('')
}

function mergeQuery(
  { origin, path, query, hash }: Destination,
  params: Params,
  incoming: string,
  kind: FillKind,
): string {
  const pairs = query.map(({ name, value }) =>
    value ? `${name}=${value.map((piece) => fillQuery(piece, params)).join('')}` : name,
  )
  const names = new Set(query.map(({ name }) => decodeName(name)))
  if (kind === 'rewrite' && !hasParam([...(origin?.host ?? []), ...path, ...hash], params)) {
    const existing = new URLSearchParams(incoming)
    for (const [name, value] of Object.entries(params)) {
      // A value that a condition captured from the query is still in it; a key may repeat.
      if (names.has(name) || (typeof value === 'string' && existing.getAll(name).at(-1) === safeDecode(value))) continue
      names.add(name)
      pairs.push(...[value].flat().map((text) => `${name}=${queryText(text)}`))
    }
  }
  const rest = incoming.split('&').filter((pair) => pair && !names.has(decodeName(pair.split('=', 1)[0] ?? '')))
  return encodeUnsafe([...rest, ...pairs].join('&'))
}

function fillQuery(piece: Piece, params: Params): string {
  return typeof piece === 'string' ? piece : queryText(fill([piece], params, true))
}

// These characters are allowed in a path; in a query they would end the value or be read as a space.
function queryText(value: string): string {
  return value.replace(/[&#+]/g, encodeURIComponent)
}

function decodeName(raw: string): string {
  return safeDecode(raw.replaceAll('+', ' '))
}
