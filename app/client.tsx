import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { StartClient } from '@tanstack/react-start/client'
import { prepareErrorPage } from '#app/errors/application-error.tsx'
import { keepEarlyErrors } from '#app/monitoring/early.ts'
import { loadMonitoring } from '#app/monitoring/load.ts'

const early = keepEarlyErrors(window)

void prepareErrorPage().then(() =>
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
loadMonitoring(early)
