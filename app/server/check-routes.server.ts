import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { checkSources } from '#app/server/http/csp-sources.ts'

type Routes = Pick<AnyRouter, 'routesById'>

/**
 * Checks what the routes add to the Content-Security-Policy.
 *
 * @throws Error with one line that names the route and the source
 */
export function checkRouteSources({ routesById }: Routes): void {
  for (const route of Object.values<AnyRoute>(routesById)) {
    checkSources(`the route ${String(route.id)}`, route.options.staticData?.csp ?? {})
  }
}

/**
 * Checks that the tunnel's path hides no page and no file. A catch-all has no path that could be hidden.
 *
 * @throws Error with one line that names the page or the file
 */
export function checkTunnelPath(own: string | undefined, { routesById }: Routes, files: readonly string[]): void {
  const pages = Object.values<AnyRoute>(routesById).map(({ fullPath }) => String(fullPath).replace('/{-$locale}', ''))
  const hidden = [...pages, ...files].find((path) => path === own || path.startsWith(`${own}/`))
  if (hidden !== undefined)
    throw new Error(`SENTRY_TUNNEL_PATH: ${own} would hide ${hidden}; allowed: a path of no page`)
}
