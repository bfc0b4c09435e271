/**
 * What the server does at a path that it reserves:
 *
 * - `before-table`: answers before any rule is asked
 * - `generated`: makes the response, unless a redirect, or a rewrite of `beforeFiles` or `afterFiles`, stands over it
 * - `absent`: answers 404 unless there is a file or a rule, so that no page with params takes what browsers ask every
 *   site for
 */
export type Reserved = 'before-table' | 'generated' | 'absent'

/** All that the server reserves, by canonical path without a locale prefix. Case counts. */
const RESERVED_PATHS: readonly (readonly [pattern: RegExp, reserved: Reserved])[] = [
  [/^\/(?:_build|_serverFn|monitoring|healthz)(?:\/|$)/, 'before-table'],
  [/^\/(?:robots\.txt|sitemap(?:-[1-9]\d{0,5})?\.xml)$/, 'generated'],
  [/^\/_feedback(?:\/|$)/, 'generated'],
  [/^\/(?:\.well-known(?:\/|$)|favicon\.ico$|apple-touch-icon[^/]*\.png$)/, 'absent'],
]

/** How the server reserves a canonical path without a locale prefix; `undefined` when it does not. */
export function reservedAt(path: string): Reserved | undefined {
  return RESERVED_PATHS.find(([pattern]) => pattern.test(path))?.[1]
}
