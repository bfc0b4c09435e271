import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { preloadErrorDetails } from '#fairlead/errors/application-error.tsx'
import { showLateNotFound } from '#fairlead/errors/not-found.tsx'
import { overlayRouterOf } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { reloadOnce } from '#fairlead/navigation/loading/route-load-limit.ts'
import { hasLeftDocument } from '#fairlead/navigation/page-history.ts'
import type { bufferEarlyErrors } from '#fairlead/error-reports/early-errors.ts'

/**
 * Hydrates error pages and not-founds as the server rendered them. Start's `StartClient` hydrates a promise of the
 * router, which takes longer. `early` passes errors on to the reports.
 *
 * After a step back before hydration the document may not belong to the URL: then the page is loaded.
 */
export function hydrateApp(early: ReturnType<typeof bufferEarlyErrors>): void {
  const reportCaught = early.hook('caught')
  void Promise.all([hydrateStart(), preloadErrorDetails()]).then(([router]) => {
    if (hasLeftDocument()) return location.reload()
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
        {
          onUncaughtError: early.hook('uncaught'),
          onCaughtError: (error, info) => {
            showLateNotFound(overlayRouterOf(info.errorBoundary) ?? router, error)
            reportCaught(error, info)
          },
          onRecoverableError: early.hook('recoverable'),
        },
      )
    })
  }, reloadOnce)
}

/** An error page of the server lacks the failed modules, so nothing else would show a fix. For dev. */
export function reloadFailedPage(hot: NonNullable<ImportMeta['hot']>): void {
  const isFailed = (): boolean => document.querySelector('[data-testid=digest]') !== null
  hot.on('fairlead:source-changed', () => {
    if (isFailed()) location.reload()
  })
  if (isFailed()) hot.send('fairlead:page-failed', performance.timeOrigin)
}
