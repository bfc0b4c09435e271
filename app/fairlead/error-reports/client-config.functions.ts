import { createIsomorphicFn } from '@tanstack/react-start'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { LOCAL_DSN } from '#fairlead/error-reports/envelope/dsn.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { TUNNEL_PATH } from '#fairlead/error-reports/tunnel-path.ts'
import { environment } from '#fairlead/error-reports/release.ts'

/** The settings that the server sends to the browser. None of them is secret. */
export type BrowserSettings = {
  /** The configured DSN, or `LOCAL_DSN` if there is none. */
  dsn: string
  /** `null` when reports go directly to the DSN's ingest. */
  tunnel: string | null
  /** From 0 to 1. */
  tracesSampleRate: number
  environment: string
}

const NAME = 'monitoring'

type Meta = { name: string; content: string }

/**
 * Returns the settings of the browser's SDK as `<meta name="monitoring">`. The server takes them from its environment
 * and the browser from the document, so that both render the same.
 */
export const clientConfigMeta = createIsomorphicFn()
  .server((): Meta => {
    const { SENTRY_DSN, SENTRY_TRANSPORT, SENTRY_TUNNEL_PATH = TUNNEL_PATH, SENTRY_TRACES_SAMPLE_RATE } = readEnv()
    const settings: BrowserSettings = {
      dsn: SENTRY_DSN ?? LOCAL_DSN,
      // Without a configured ingest, reports can only go to the tunnel.
      tunnel: SENTRY_DSN !== undefined && SENTRY_TRANSPORT === 'direct' ? null : withBasePath(SENTRY_TUNNEL_PATH),
      tracesSampleRate: SENTRY_TRACES_SAMPLE_RATE,
      environment,
    }
    return { name: NAME, content: JSON.stringify(settings) }
  })
  .client((): Meta => ({
    name: NAME,
    content: document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`)?.content ?? '',
  }))
