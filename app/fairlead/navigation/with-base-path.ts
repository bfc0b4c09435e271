import type { Checked, FileUrl, RouteUrl } from '#fairlead/navigation/routing-table/parse/route-path.ts'
import { withBasePath as addBasePath } from '#fairlead/platform/base-path.ts'

/** The URLs to which the host responds before the application. */
type HostUrl = `/${'healthz' | 'metrics' | `_serverFn/${string}` | `monitoring${string}`}`

/**
 * Returns the address of a path of this site: `/app/files/a.pdf` for `/files/a.pdf` where `basePath` is `/app`. Links,
 * redirects and the router add it themselves; an `href`, `src`, `action` or `fetch` of one's own needs it. Files that are
 * imported have it already, and URLs of other origins stay as they are. A path of no route and no file is a type error.
 */
export const withBasePath: <const Path extends string>(path: Checked<Path, RouteUrl | FileUrl | HostUrl>) => string =
  addBasePath
