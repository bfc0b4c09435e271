// The entry of the browser. `app/client.tsx` is `import 'fairlead/client'`, and what an application adds.
import { bufferEarlyErrors } from '#fairlead/error-reports/early-errors.ts'
import { loadSentry } from '#fairlead/error-reports/load-sentry.ts'
import { hydrateApp, reloadFailedPage } from '#fairlead/root/hydrate-app.tsx'

const early = bufferEarlyErrors(window)
hydrateApp(early)
loadSentry(early)
if (import.meta.hot) reloadFailedPage(import.meta.hot)
