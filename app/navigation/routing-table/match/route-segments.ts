/** A segment of a route's path. */
export type RouteSegment = {
  readonly type: 'literal' | 'param' | 'optional' | 'rest'
  /** Of a param; `_splat` for the rest of the path. */
  readonly name?: string
  /** The text of a literal, or before a param. */
  readonly before: string
  readonly after: string
}

/** Splits the path of a route, as its file names it: `/news/$id`, `/post-{$id}`, `/{-$year}`, `/docs/$`. */
export function parseRoutePath(path: string): RouteSegment[] {
  return path.split('/').filter(Boolean).map(parseSegment)
}

function parseSegment(segment: string): RouteSegment {
  if (segment === '$' || segment === '{$}') return { type: 'rest', name: '_splat', before: '', after: '' }
  const [, plain] = /^\$(\w+)$/.exec(segment) ?? []
  if (plain !== undefined) return { type: 'param', name: plain, before: '', after: '' }
  const [, before = '', optional, name, after = ''] = /^([^{}]*)\{(-?)\$(\w+)\}([^{}]*)$/.exec(segment) ?? []
  if (name !== undefined) return { type: optional ? 'optional' : 'param', name, before, after }
  return { type: 'literal', before: segment, after: '' }
}

/** Escapes text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
