// The entry of the browser, for an application without an `app/client.tsx`. One that adds to it imports `fairlead/client`.
import { bufferEarlyErrors } from '#fairlead/error-reports/early-errors.ts'
import { loadSentry } from '#fairlead/error-reports/load-sentry.ts'
import { hydrateApp, reloadFailedPage } from '#fairlead/root/hydrate-app.tsx'

const early = bufferEarlyErrors(window)
hydrateApp(early)
loadSentry(early)
if (import.meta.hot) reloadFailedPage(import.meta.hot)
