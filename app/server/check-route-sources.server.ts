import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { checkSources } from '#app/server/http/csp-sources.ts'

/**
 * Checks what the routes add to the Content-Security-Policy.
 *
 * @throws Error with one line that names the route and the source
 */
export function checkRouteSources({ routesById }: Pick<AnyRouter, 'routesById'>): void {
  for (const route of Object.values<AnyRoute>(routesById)) {
    checkSources(`the route ${String(route.id)}`, route.options.staticData?.csp ?? {})
  }
}
