/**
 * The server's response at a path that it reserves:
 *
 * - `before-table`: before any rule is applied
 * - `generated`: with a generated response, unless a redirect, or a rewrite of `beforeFiles` or `afterFiles`, applies
 * - `absent`: with 404 unless there is a file or a rule, so that no page with params matches what browsers request from
 *   every site
 */
export type Reserved = 'before-table' | 'generated' | 'absent'

/** The reserved paths: canonical, without a locale prefix, case-sensitive. */
const RESERVED_PATHS: readonly (readonly [pattern: RegExp, reserved: Reserved])[] = [
  [/^\/(?:_build|_serverFn|monitoring|healthz)(?:\/|$)/, 'before-table'],
  [/^\/(?:robots\.txt|manifest\.webmanifest|sitemap(?:-[1-9]\d{0,5})?\.xml)$/, 'generated'],
  [/^\/_feedback(?:\/|$)/, 'generated'],
  [/^\/(?:\.well-known(?:\/|$)|favicon\.ico$|apple-touch-icon[^/]*\.png$)/, 'absent'],
]

/**
 * Returns the server's own response at a path, where a page is never or not always found; `undefined` for a path that is not
 * reserved.
 *
 * @param path canonical, without a locale prefix: `/healthz`
 */
export function reservedAt(path: string): Reserved | undefined {
  return RESERVED_PATHS.find(([pattern]) => pattern.test(path))?.[1]
}
