import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { preloadErrorDetails } from '#app/errors/application-error.tsx'
import { hydrateErrorPages } from '#app/errors/hydrate-error-pages.ts'
import { showLateNotFound } from '#app/errors/late-not-found.ts'
import { bufferEarlyErrors } from '#app/error-reports/early-errors.ts'
import { loadSentry } from '#app/error-reports/load-sentry.ts'

hydrateErrorPages()

const early = bufferEarlyErrors(window)
const reportCaught = early.hook('caught')

// Start's `StartClient` hydrates a promise of the router.
void Promise.all([hydrateStart(), preloadErrorDetails()]).then(([router]) =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
      {
        onUncaughtError: early.hook('uncaught'),
        onCaughtError: (error, info) => {
          showLateNotFound(router, error)
          reportCaught(error, info)
        },
        onRecoverableError: early.hook('recoverable'),
      },
    )
  }),
)
loadSentry(early)

// In dev the error page of a server failure has none of the failed modules, so only a reload shows a fix.
const isFailed = (): boolean => document.querySelector('[data-testid=digest]') !== null
import.meta.hot?.on('fairlead:source-changed', () => {
  if (isFailed()) location.reload()
})
if (isFailed()) import.meta.hot?.send('fairlead:page-failed', performance.timeOrigin)
