import { parse } from 'path-to-regexp'
import type { Address } from '#app/navigation/rules/address.ts'
import { decodeLeniently, encodeUnsafe, singleSlashes } from '#app/navigation/rules/encoding.ts'
import type { Token } from '#app/navigation/rules/pattern.ts'
import type { Params } from '#app/navigation/rules/table.ts'

export type Destination = {
  /** Null inside the application. */
  readonly origin: { readonly scheme: string; readonly host: readonly Token[]; readonly port: string } | null
  readonly path: readonly Token[]
  /** Name and value; a value's params are found when it is filled. */
  readonly query: readonly { readonly name: string; readonly value: string | null }[]
  readonly hash: readonly Token[]
  /** Names used outside the query: with one of them there, a rewrite keeps its params out of the query. */
  readonly names: ReadonlySet<string>
  /** Names that the rule's source and conditions offer. */
  readonly offered: ReadonlySet<string>
}

const PARTS = /^(?:(https?:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$))?((?:[^?#\\]|\\.)*)(?:\?([^#]*))?(?:#(.*))?$/s
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i
const HOST_VALUE = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/**
 * Compiles a destination for a rule that offers these names. A `?` begins the query even after a param. Throws the
 * grammar's TypeError when host, path or hash are not well formed.
 */
export function compileDestination(text: string, offered: ReadonlySet<string>): Destination {
  const [, scheme, host, port, path = '', query = '', hash = ''] = PARTS.exec(text) ?? []
  const tokens = {
    host: parseLiteral(host ?? ''),
    path: parseLiteral(path),
    hash: parseLiteral(hash),
  }
  return {
    origin: scheme === undefined ? null : { scheme, host: tokens.host, port: port ?? '' },
    path: tokens.path,
    query: query.split('&').filter(Boolean).map(cutPair),
    hash: tokens.hash,
    names: new Set(paramsOf([...tokens.host, ...tokens.path, ...tokens.hash]).map((param) => String(param.name))),
    offered,
  }
}

/** The params among tokens. */
export function paramsOf(tokens: readonly Token[]) {
  return tokens.filter((token) => typeof token !== 'string')
}

function parseLiteral(text: string): Token[] {
  return parse(text, { delimiter: '/' }).map((token) =>
    typeof token === 'string' ? encodeUnsafe(token).replace(/[?#]/g, encodeURIComponent) : token,
  )
}

function cutPair(pair: string) {
  const equals = pair.indexOf('=')
  return equals < 0 ? { name: pair, value: null } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) }
}

/** How a destination is filled: redirects drop unused params, rewrites hand them on in the query. */
export type FillKind = 'redirect' | 'rewrite'

/**
 * The address a destination becomes, or null when a value from the request may not stand where it would (anything but
 * a host name in the host, a dot segment in the path): the rule then does not apply.
 *
 * - Values go in encoded as they came. An absent param takes its slash with it.
 * - The incoming query is kept; the destination's own names win over it. A rewrite that uses no param outside its query
 *   also passes all params on in the query, stronger than the incoming query and weaker than the destination's.
 * - Inside the application the locale prefix is put in front and no run of slashes survives, so that the result cannot
 *   lead to another host.
 * - The incoming fragment stays unless the destination has one.
 */
export function fillDestination(
  destination: Destination,
  params: Params,
  incoming: Pick<Address, 'query' | 'hash'>,
  prefix: string,
  kind: FillKind,
): string | null {
  const filled = fillTokens(destination.path, params)
  if (DOT_SEGMENT.test(filled) && paramsOf(destination.path).length > 0) return null
  const hash = destination.hash.length > 0 ? `#${fillTokens(destination.hash, params)}` : incoming.hash
  const query = mergeQuery(destination, params, incoming.query, kind)
  const tail = (query && `?${query}`) + encodeUnsafe(hash)

  if (destination.origin === null) {
    const path = singleSlashes(filled)
    return (prefix && path === '/' ? prefix : prefix + path) + tail
  }
  const { scheme, host, port } = destination.origin
  const hostValue = fillTokens(host, params)
  if (paramsOf(host).length > 0 && !HOST_VALUE.test(hostValue)) return null
  return `${scheme}${hostValue}${port}${filled.startsWith('/') ? filled : `/${filled}`}${tail}`
}

function fillTokens(tokens: readonly Token[], params: Params): string {
  let text = ''
  for (const token of tokens) {
    if (typeof token === 'string') {
      text += token
      continue
    }
    const value = token.name === '' ? '' : params[token.name]
    if (value === undefined) continue
    for (const part of typeof value === 'string' ? [value] : value) text += token.prefix + part + token.suffix
  }
  return text
}

function mergeQuery({ query, names, offered }: Destination, params: Params, incoming: string, kind: FillKind): string {
  const own = query.map(({ name, value }) => ({
    name,
    value: value === null ? null : fillQueryValue(value, params, offered),
  }))
  const ownNames = new Set(own.map(({ name }) => nameOf(name)))
  const passesParams = kind === 'rewrite' && !Object.keys(params).some((name) => names.has(name))
  if (passesParams) {
    for (const [name, value] of Object.entries(params)) {
      if (!ownNames.has(name)) own.push(...[value].flat().map((part) => ({ name, value: queryPart(part) })))
    }
  }
  const taken = new Set(own.map(({ name }) => nameOf(name)))
  const kept = incoming.split('&').filter((pair) => pair && !taken.has(nameOf(cutPair(pair).name)))
  const pairs = own.map(({ name, value }) => (value === null ? name : `${name}=${value}`))
  return encodeUnsafe([...kept, ...pairs].join('&'))
}

// `:name` in a query is a param only when the rule has one of that name: times and ports stay what they are.
function fillQueryValue(value: string, params: Params, offered: ReadonlySet<string>): string {
  return value.replace(/:(\w+)[*+?]?/g, (text, name: string) =>
    offered.has(name) ? queryPart([params[name] ?? ''].flat().join('/')) : text,
  )
}

// A path may hold these bare; in a query they would end the value or turn into a space.
function queryPart(value: string): string {
  return value.replace(/[&#+]/g, encodeURIComponent)
}

function nameOf(raw: string): string {
  return decodeLeniently(raw.replaceAll('+', ' '))
}
