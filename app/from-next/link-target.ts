import type { ESTree } from 'vite'
import { paramName, type Segment, urlSegments } from '#app/from-next/conventions.ts'

/** A route that links may lead to, by its segments below `{-$locale}`. */
export type RoutePattern = readonly Segment[]

/** A part of an address: text, or an expression of the source. */
type Part = { readonly text: string } | { readonly code: string }

/** An address as props of a link: `to="…" params={…}`. */
export type LinkTarget =
  | {
      readonly type: 'route'
      readonly to: string
      readonly params: readonly [string, string][]
      readonly search: readonly [string, string][]
      readonly hash: string
    }
  /** Another origin, a fragment, or a file. */
  | { readonly type: 'anchor' }
  | { readonly type: 'computed' }

/** Returns the parts of a literal or a template; `undefined` for other expressions. */
function partsOf(node: ESTree.Node, text: string): Part[] | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value }] : undefined
  if (node.type === 'JSXExpressionContainer') return partsOf(node.expression, text)
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.flatMap((quasi, index): Part[] => {
    const expression = node.expressions[index]
    const literal = { text: quasi.value.cooked ?? '' }
    return expression ? [literal, { code: text.slice(expression.start, expression.end) }] : [literal]
  })
}

/** Stands for an expression while an address is split. */
const HOLE = '\u0001'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

/** Finds the most specific route that segments match: static before dynamic before catch-all, from the left. */
function matchRoute(segments: readonly string[], routes: readonly RoutePattern[]): RoutePattern | undefined {
  const rank = (route: RoutePattern) =>
    route.map((part) => (part === '$' ? '2' : part.startsWith('$') ? '1' : '0')).join('')
  const matching = routes.filter((route) => {
    const isCatchAll = route.at(-1) === '$'
    const own = isCatchAll ? route.slice(0, -1) : route
    if (isCatchAll ? segments.length < own.length : segments.length !== own.length) return false
    return own.every((part, index) => part.startsWith('$') || part.replaceAll(/\[(.)\]/g, '$1') === segments[index])
  })
  return matching.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0]
}

/** Returns the path of a route as `to` takes it. */
export function toPath(segments: readonly Segment[]): string {
  const url = urlSegments(segments).map((segment) => segment.replaceAll(/\[(.)\]/g, '$1'))
  return `/{-$locale}${url.length > 0 ? `/${url.join('/')}` : ''}`
}

/** Returns the values of an object's plain properties by their names; `undefined` if it has others. */
function propertiesOf(node: ESTree.Node | undefined): Map<string, ESTree.Node> | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  const entries = node.properties.map((item) =>
    item.type === 'Property' && item.key.type === 'Identifier' && !item.computed
      ? ([item.key.name, item.value] as const)
      : undefined,
  )
  return entries.includes(undefined) ? undefined : new Map(entries.filter((entry) => entry !== undefined))
}

/** Finds the route of `{ pathname: '/news/[id]', params: { id }, query: { page } }`. */
function objectTarget(
  properties: ReadonlyMap<string, ESTree.Node>,
  text: string,
  routes: readonly RoutePattern[],
  basePath: readonly string[],
): LinkTarget {
  const pathname = properties.get('pathname')
  const isPlain = [...properties.keys()].every((name) => /^(pathname|params|query)$/.test(name))
  const path = pathname?.type === 'Literal' && typeof pathname.value === 'string' ? pathname.value : undefined
  const entriesOf = (name: string): [string, string][] | undefined => {
    const given = properties.get(name)
    const values = given ? propertiesOf(given) : new Map<string, ESTree.Node>()
    return values && [...values].map(([key, { start, end }]) => [key, `String(${text.slice(start, end)})`])
  }
  const [given, search] = [entriesOf('params'), entriesOf('query')]
  if (!isPlain || path === undefined || !given || !search) return { type: 'computed' }
  const segments = [...basePath, ...path.split('/').filter(Boolean)].map((segment) =>
    /^\[{1,2}\.\.\./.test(segment) ? '$' : segment.replace(/^\[(.+)\]$/, (_, name: string) => `$${paramName(name)}`),
  )
  const route = routes.find((candidate) => candidate.join('/') === segments.join('/'))
  const isComplete = route?.every(
    (segment) =>
      segment === '$' || !segment.startsWith('$') || given.some(([name]) => `$${paramName(name)}` === segment),
  )
  if (!route || !isComplete || route.includes('$')) return { type: 'computed' }
  const params = given.map(([name, value]): [string, string] => [paramName(name), value])
  return { type: 'route', to: toPath(route), params, search, hash: '' }
}

/**
 * Finds the route of an address in the source.
 *
 * @param node a literal, a template, or the value of an attribute
 * @param text the source
 * @param basePath what links of Next.js leave out
 */
export function linkTarget(
  node: ESTree.Node,
  text: string,
  routes: readonly RoutePattern[],
  basePath: readonly string[] = [],
): LinkTarget {
  const properties = propertiesOf(node.type === 'JSXExpressionContainer' ? node.expression : node)
  const href = properties?.get('href')
  if (href) return linkTarget(href, text, routes, basePath)
  if (properties) return objectTarget(properties, text, routes, basePath)
  const parts = partsOf(node, text)
  if (!parts) return { type: 'computed' }
  const holes = parts.flatMap((part) => ('code' in part ? [part.code] : []))
  const address = parts.map((part) => ('code' in part ? HOLE : part.text)).join('')
  if (/^([a-z][a-z+.-]*:|\/\/|#)/i.test(address)) return { type: 'anchor' }
  if (!address.startsWith('/')) return { type: 'computed' }
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(address) ?? []
  if (hash.includes(HOLE)) return { type: 'computed' }
  let next = 0
  /** Returns a text with holes as an expression. */
  const asCode = (value: string): string => {
    if (!value.includes(HOLE)) return quoted(value)
    if (value === HOLE) return `String(${holes[next++]})`
    const code = value.replaceAll(/[`\\$]/g, String.raw`\$&`).replaceAll(HOLE, () => '${' + holes[next++] + '}')
    return `\`${code}\``
  }
  const segments = [...basePath, ...path.split('/').filter(Boolean)]
  const route = matchRoute(segments, routes)
  if (!route) return /\.\w+$/.test(path) && holes.length === 0 ? { type: 'anchor' } : { type: 'computed' }
  const params: [string, string][] = []
  for (const [index, part] of route.entries()) {
    if (part === '$') params.push(['_splat', asCode(segments.slice(index).join('/'))])
    else if (part.startsWith('$')) params.push([part.slice(1), asCode(segments[index] ?? '')])
  }
  const search: [string, string][] = []
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=')
    if (name.includes(HOLE) || pair.split('=').length !== 2) return { type: 'computed' }
    search.push([decodeURIComponent(name), asCode(value.includes(HOLE) ? value : decodeURIComponent(value))])
  }
  return { type: 'route', to: toPath(route), params, search, hash }
}

const objectCode = (entries: readonly [string, string][]) =>
  `{ ${entries.map(([name, code]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name)}: ${code}`).join(', ')} }`

/** Returns the options of a navigation: `to: '…', params: {…}`. */
export function navigateOptions(target: Extract<LinkTarget, { type: 'route' }>): string {
  return [
    `to: ${quoted(target.to)}`,
    ...(target.params.length > 0 ? [`params: ${objectCode(target.params)}`] : []),
    ...(target.search.length > 0 ? [`search: ${objectCode(target.search)}`] : []),
    ...(target.hash ? [`hash: ${quoted(target.hash)}`] : []),
  ].join(', ')
}

export function linkProps(target: Extract<LinkTarget, { type: 'route' }>): string {
  return [
    `to="${target.to}"`,
    ...(target.params.length > 0 ? [`params={${objectCode(target.params)}}`] : []),
    ...(target.search.length > 0 ? [`search={${objectCode(target.search)}}`] : []),
    ...(target.hash ? [`hash=${JSON.stringify(target.hash)}`] : []),
  ].join(' ')
}
