import { bufferEarlyErrors } from '#app/error-reports/early-errors.ts'
import { loadSentry } from '#app/error-reports/load-sentry.ts'
import { hydrateApp, reloadFailedPage } from '#app/shell/hydrate-app.tsx'

const early = bufferEarlyErrors(window)
hydrateApp(early)
loadSentry(early)
if (import.meta.hot) reloadFailedPage(import.meta.hot)
