import { basePath } from 'virtual:app/site'

/** The path of the site's cookies. Another application at the same host uses another path. */
export const cookiePath = basePath || '/'

/**
 * Returns the address of a path of this site: `/app/files/a.pdf` for `/files/a.pdf` where `basePath` is `/app`. Links,
 * redirects and the router add it themselves; an `href`, `src`, `action` or `fetch` of one's own needs it. Files that are
 * imported have it already, and URLs of other origins stay as they are.
 */
export function withBasePath(path: string): string {
  if (!basePath || !/^\/(?!\/)/.test(path) || path.startsWith(`${basePath}/_build/`)) return path
  return basePath + path
}

/** Returns the path of this site that an address has, with its query; `undefined` for one that is outside of `basePath`. */
export function withoutBasePath(address: string): string | undefined {
  if (!basePath) return address
  const rest = address.startsWith(basePath) ? address.slice(basePath.length) : undefined
  if (rest === undefined || rest.startsWith('/')) return rest
  return /^(?:[?#]|$)/.test(rest) ? `/${rest}` : undefined
}
