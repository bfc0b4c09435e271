import type { ESTree } from 'vite'

/** A segment of a route in TanStack's syntax. */
type Segment = string

export type Convention = {
  readonly router: 'app' | 'pages'
  /** The convention: `page`, `layout`, `route`, `_app`, … */
  readonly name: string
  /** The folders and the page below `{-$locale}`, in the syntax of route files: `blog/$slug`. */
  readonly segments: readonly Segment[]
  /** Whether the last segment matches several: its param is then `_splat`. */
  readonly catchAll: 'none' | 'required' | 'optional'
  /** The params, each with its name in Next.js and in Fairlead. */
  readonly params: readonly { readonly from: string; readonly to: string }[]
  /** The slot that the page belongs to: `modal` of `@modal`, and the folder that contains it. */
  readonly slot?: string | undefined
  readonly slotIn?: readonly Segment[] | undefined
  /** Set for an intercepting page: the URL segments of the folder in which it intercepts. */
  readonly interceptsIn?: readonly Segment[] | undefined
  /** Set below `[locale]` or `[lang]` at the root, which becomes `{-$locale}`: `locale`. */
  readonly localeParam?: string | undefined
}

const APP_FILES =
  /^(page|layout|template|loading|error|global-error|not-found|global-not-found|forbidden|unauthorized|default|route|icon\d?|apple-icon\d?|opengraph-image\d?|twitter-image\d?|sitemap|robots|manifest)\.([cm]?[jt]sx?|mdx?)$/

const PAGES_FILES = /^(.*)\.([cm]?[jt]sx?|mdx?)$/

const LOCALE_PARAM = /^\[(locale|lang|lng|language)\]$/

export function paramName(name: string): string {
  const words = name.split(/\W+/).filter(Boolean)
  return words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('') || 'param'
}

function staticSegment(name: string): Segment {
  const decoded = name.replace(/%5F/gi, '_')
  const escaped = decoded.replaceAll('.', '[.]')
  return /^[_-]|_$/.test(escaped) || escaped === 'index' || escaped === 'route'
    ? `[${escaped[0]}]${escaped.slice(1)}`
    : escaped
}

type Place = Omit<Convention, 'router' | 'name'>

/** True for the folder of a `(group)`, but not of `(.)intercepted`. */
const isGroup = (name: string) => /^\((?!\.)[^)]+\)$/.test(name)

/** Reads the folders of the App Router; `undefined` in a private folder. */
function placeOf(folders: readonly string[]): Place | undefined {
  const segments: Segment[] = []
  const params: { from: string; to: string }[] = []
  let catchAll: Place['catchAll'] = 'none'
  let slot: string | undefined
  let slotIn: Segment[] | undefined
  let interceptsIn: Segment[] | undefined
  const localeParam = LOCALE_PARAM.exec(folders[0] ?? '')?.[1]
  for (const [index, folder] of folders.entries()) {
    if (index === 0 && localeParam !== undefined) continue
    if (folder.startsWith('_')) return undefined
    if (folder.startsWith('@')) {
      slot = folder.slice(1)
      slotIn = [...segments]
      continue
    }
    if (isGroup(folder)) {
      segments.push(`(${paramName(folder.slice(1, -1))})`)
      continue
    }
    const [, marks = '', name = folder] = /^((?:\(\.{1,3}\))+)(.*)$/.exec(folder) ?? []
    if (marks !== '') {
      const urlHere = urlSegments(segments)
      const levels = marks === '(.)' ? 0 : marks === '(...)' ? urlHere.length : marks.length / 4
      interceptsIn = urlHere
      segments.splice(0, segments.length, ...urlHere.slice(0, Math.max(0, urlHere.length - levels)))
    }
    const [, optional, rest, param] = /^\[(\[)?(\.\.\.)?([^\]]+)\]+$/.exec(name) ?? []
    if (param === undefined) segments.push(staticSegment(name))
    else if (rest) {
      catchAll = optional ? 'optional' : 'required'
      params.push({ from: param, to: '_splat' })
      segments.push('$')
    } else {
      params.push({ from: param, to: paramName(param) })
      segments.push(`$${paramName(param)}`)
    }
  }
  return { segments, catchAll, params, localeParam, slot, slotIn, interceptsIn }
}

/** True for the folder of a file, or for one above it. */
export const isAbove = (folder: readonly Segment[], segments: readonly Segment[]): boolean =>
  folder.every((segment, index) => segment === segments[index])

export function urlSegments(segments: readonly Segment[]): Segment[] {
  return segments.filter((segment) => !/^[(_]/.test(segment))
}

/** Returns the address of a route in the syntax of its file: `/blog/$slug`. */
export const addressOf = ({ segments }: Convention): string =>
  `/${urlSegments(segments).join('/')}`.replaceAll(/\[(.)\]/g, '$1')

/**
 * Returns the convention of a file of the App Router; `undefined` for a file that only other files import. `path` is
 * relative to the router's folder.
 */
export function appConvention(path: string): Convention | undefined {
  const folders = path.split('/')
  const [, name] = APP_FILES.exec(folders.pop() ?? '') ?? []
  const place = name === undefined ? undefined : placeOf(folders)
  return place && name !== undefined ? { router: 'app', name: name.replace(/\d$/, ''), ...place } : undefined
}

export function pagesConvention(path: string): Convention | undefined {
  const [, bare] = PAGES_FILES.exec(path) ?? []
  if (bare === undefined) return undefined
  if (/^(_app|_document|_error|404|500)$/.test(bare)) {
    return { router: 'pages', name: bare, segments: [], catchAll: 'none', params: [] }
  }
  const folders = bare.split('/')
  if (folders.at(-1) === 'index') folders.pop()
  const place = placeOf(folders.map((folder) => folder.replace(/^([_@(])/, '%5F$1')))
  return place && { router: 'pages', name: bare.startsWith('api/') ? 'api' : 'page', ...place }
}

export type RoutePattern = readonly Segment[]

/** Stands for a computed part in an address of the source. */
export const COMPUTED = '…'

/** Returns the address in a literal or a template of the source: `/blog/…`; `undefined` for other expressions. */
export function addressIn(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'JSXExpressionContainer') return addressIn(node.expression)
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis
    .map(({ value }) => value.cooked ?? '')
    .join(COMPUTED)
    .replace(/…{2,}/g, COMPUTED)
}

/** Finds the most specific route that segments match: static before dynamic before catch-all, from the left. */
export function matchRoute(segments: readonly string[], routes: readonly RoutePattern[]): RoutePattern | undefined {
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
