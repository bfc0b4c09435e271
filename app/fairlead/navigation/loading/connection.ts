import { withBasePath } from '#fairlead/platform/base-path.ts'
import { createSignal } from '#fairlead/platform/create-signal.ts'

/** Longest wait for a response of the server, in milliseconds. A server that takes longer counts as out of reach. */
const PROBE_LIMIT_MS = 5_000

/** Pause between two probes, in milliseconds. The browser may not notice that a server can be reached again. */
const PROBE_PAUSE_MS = 3_000

/** True while the server is known to be out of reach: a request for a document would show the browser's error page. */
export const isOffline = createSignal(false)

/** True if the server responds, with any status. */
async function canReachServer(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch(withBasePath('/healthz'), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
    })
    return true
  } catch {
    return false
  }
}

/** Resolves after the pause, or as soon as the browser is back online. */
async function pause(): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_PAUSE_MS)
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve)
    addEventListener('online', resolve, { signal })
  })
}

/** The modules that the document came with, and later modules whose preloading has failed. */
const suspects = new Set<string>()

/**
 * Fetches the modules whose preloading has failed. WebKit remembers such a failure for the life of the tab, in each
 * document, until the file is fetched past its caches. A file that was not fetched has no timing.
 */
async function refetchModules(): Promise<void> {
  const failed = [...suspects].filter((href) => performance.getEntriesByName(href).length === 0)
  suspects.clear()
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
  await Promise.allSettled(failed.map((href) => fetch(href, { cache: 'reload', signal })))
}

let connecting: Promise<boolean> | undefined

async function probe(): Promise<boolean> {
  let wasOffline = false
  while (!(await canReachServer())) {
    wasOffline = true
    isOffline.set(true)
    await pause()
  }
  await refetchModules()
  connecting = undefined
  isOffline.set(false)
  return wasOffline
}

/**
 * Waits until the server can be reached. Resolves to true if it could not be reached at first. Callers share the
 * probes.
 */
export const connect = (): Promise<boolean> => (connecting ??= probe())

/** Watches the connection of the tab. Call once, in the browser. */
export function watchConnection(): void {
  const suspect = (link: EventTarget | null) => {
    if (link instanceof HTMLLinkElement && link.rel === 'modulepreload') suspects.add(link.href)
  }
  document.querySelectorAll('link').forEach(suspect)
  document.addEventListener('error', ({ target }) => suspect(target), true)
  addEventListener('offline', () => void connect())
  if (!navigator.onLine) void connect()
}
