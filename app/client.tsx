import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { StartClient } from '@tanstack/react-start/client'
import { preloadErrorDetails } from '#app/errors/application-error.tsx'
import { bufferEarlyErrors } from '#app/error-reports/early-errors.ts'
import { loadSentry } from '#app/error-reports/load-sentry.ts'

const early = bufferEarlyErrors(window)

void preloadErrorDetails().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
      {
        onUncaughtError: early.hook('uncaught'),
        onCaughtError: early.hook('caught'),
        onRecoverableError: early.hook('recoverable'),
      },
    )
  }),
)
loadSentry(early)
