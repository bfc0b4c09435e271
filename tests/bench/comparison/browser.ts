import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { launchOptions } from '#fairlead/testing/chromium.ts'

/** A request: what its answer carried over the wire, head and body, so far. */
export type Transfer = { url: string; type: string; bytes: number }

export type Tab = AsyncDisposable & {
  page: Page
  cdp: CDPSession
  /** Requests so far, in order. */
  transfers: readonly Transfer[]
  /** Resolves once nothing has been under way for so long. */
  quiet: (ms?: number) => Promise<void>
}

export type Conditions = { shaped?: boolean; cpuSlowdown?: number; height?: number }

/** 40 ms and 10 Mbit/s, as a good mobile connection has it. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 }

export function launch(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

/** Runs in the page before anything else: a clock that can be moved, and the moment at which React took the page over. */
function prepareTab(): void {
  const { now } = Date
  const Before = Date
  const moved = { by: 0 }
  const MovedDate = class extends Before {
    constructor(...given: number[]) {
      super(...((given.length === 0 ? [now() + moved.by] : given) as [number]))
    }
    static override now = () => now() + moved.by
  }
  const seen: { aliveAt?: number } = {}
  // Between any two tasks of the page: a timer would be late, and what comes after would count as before.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    const heading = document.querySelector('h1')
    const isAlive = heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
    if (isAlive) seen.aliveAt = performance.now()
    else port2.postMessage(undefined)
  })
  port1.start()
  port2.postMessage(undefined)
  Object.assign(globalThis, { Date: MovedDate, __bench: { moved, seen } })
}

type InPage = { __bench: { moved: { by: number }; seen: { aliveAt?: number } } }

/** A page in a profile of its own, with nothing cached. */
export async function openTab(browser: Browser, address: string, conditions: Conditions = {}): Promise<Tab> {
  const { shaped = false, cpuSlowdown = 1, height = 800 } = conditions
  const context = await browser.newContext({ viewport: { width: 1280, height }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const under = new Map<string, Transfer>()
  const transfers: Transfer[] = []
  let lastAt = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return
    const transfer = { url: request.url, type, bytes: 0 }
    under.set(requestId, transfer)
    transfers.push(transfer)
    lastAt = performance.now()
  })
  // Some end their requests before the last byte; then what came until then is all that is known.
  const count = (requestId: string, bytes: number) => {
    const transfer = under.get(requestId)
    if (transfer) transfer.bytes += bytes
  }
  cdp.on('Network.responseReceived', ({ requestId, response }) => count(requestId, response.encodedDataLength))
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => count(requestId, encodedDataLength))
  const end = (requestId: string, bytes: number) => {
    const transfer = under.get(requestId)
    if (transfer) transfer.bytes = Math.max(transfer.bytes, bytes)
    under.delete(requestId)
    lastAt = performance.now()
  }
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  await cdp.send('Network.enable')
  if (shaped) await cdp.send('Network.emulateNetworkConditions', NETWORK)
  if (cpuSlowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(prepareTab)
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).__bench.seen.aliveAt !== undefined)
  const quiet = async (ms = 400) => {
    while (under.size > 0 || performance.now() - lastAt < ms) await page.waitForTimeout(20)
  }
  return { page, cdp, transfers, quiet, [Symbol.asyncDispose]: () => context.close() }
}

/** Moves the page's clock ahead: what is kept there is so much older. */
export function moveClock({ page }: Tab, ms: number): Promise<void> {
  return page.evaluate((by) => {
    ;(globalThis as unknown as InPage).__bench.moved.by += by
  }, ms)
}

/** The scripts, styles and documents that a page had asked for when it came alive, by address. */
export function neededUntilAlive({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const { aliveAt = Number.POSITIVE_INFINITY } = (globalThis as unknown as InPage).__bench.seen
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return loaded
      .filter(({ startTime, responseEnd }) => startTime < aliveAt && responseEnd <= aliveAt)
      .map(({ name }) => name)
  })
}

/**
 * Clicks a link and resolves with the milliseconds from there to the frame that shows what it leads to. The click is the
 * page's own, so that no pointer moves and nothing is prefetched by it.
 */
export function clickToFrame({ page }: Tab, link: string, heading: string, text: string): Promise<number> {
  return page.evaluate(
    (asked) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLAnchorElement>(asked.link)
        if (!element) {
          reject(new Error(`${location.pathname} has no ${asked.link}`))
          return
        }
        const since = performance.now()
        const look = () => {
          const took = performance.now() - since
          if (document.querySelector(asked.heading)?.textContent === asked.text) resolve(took)
          else if (took > 20_000) reject(new Error(`${asked.text} did not come; the page is ${location.href}`))
          else requestAnimationFrame(look)
        }
        element.click()
        requestAnimationFrame(look)
      }),
    { link, heading, text },
  )
}
