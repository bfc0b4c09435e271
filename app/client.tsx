import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { StartClient } from '@tanstack/react-start/client'
import { preloadErrorDetails } from '#app/errors/application-error.tsx'
import { hydrateErrorPages } from '#app/errors/hydrate-error-pages.ts'
import { showLateNotFound } from '#app/errors/late-not-found.ts'
import { bufferEarlyErrors } from '#app/error-reports/early-errors.ts'
import { loadSentry } from '#app/error-reports/load-sentry.ts'
import { abortWithoutStack } from '#app/navigation/abort-without-stack.ts'

abortWithoutStack()
hydrateErrorPages()

const early = bufferEarlyErrors(window)
const reportCaught = early.hook('caught')

void preloadErrorDetails().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
      {
        onUncaughtError: early.hook('uncaught'),
        onCaughtError: (error, info) => {
          showLateNotFound(error)
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
