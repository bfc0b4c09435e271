import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { recordFor } from '#tests/fairlead/error-reports/envelopes.ts'
import { startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { type Gate, openGate } from '#tests/engines/gate.ts'
import { type Engine, ENGINES, openTab, type Tab } from '#tests/engines/tab.ts'

/** Token of the report desk. */
export const TOKEN = 'token-of-the-engines-suite'

/** A visitor of the site in one of the engines, and the site's two sides: the connection, and the reports. */
export type Journey = {
  tab: Tab
  gate: Gate
  /** The reports that the site has sent so far. */
  reports: () => { message: string; digest: unknown }[]
  /** Declares the reports that a journey is about: any other one fails it. */
  expectReports: (pattern: RegExp) => void
}

/** Time for a build, where there is none. */
const BUILD_MS = 300_000

type Options = {
  /** Returns the folder of the built application. Default: the site's. */
  folder?: () => Promise<string>
  engines?: readonly Engine[]
}

/**
 * Defines journeys, for each engine. Each begins in the same tab. They fail if the site has a report at the end that none of
 * them expects.
 */
export function describeInEngines(
  name: string,
  define: (journey: Journey) => void,
  { folder, engines = ENGINES }: Options = {},
): void {
  describe.each(engines)(`%s: ${name}`, (engine) => {
    let ingest: Upstream
    let server: Server
    let opened: Pick<Journey, 'tab' | 'gate'>
    const expected: RegExp[] = []
    const reports: Journey['reports'] = () =>
      ingest.received
        .map(({ body }) => recordFor(body))
        .flatMap(({ report, event }) => (report ? { message: report.message, digest: event?.tags?.digest } : []))

    beforeAll(async () => {
      ingest = await startUpstream()
      server = await startServer({
        ...(folder && { cwd: await folder() }),
        env: { SENTRY_DSN: ingest.dsn, OPERATOR_TOKEN: TOKEN },
      })
      const gate = await openGate(server.origin)
      opened = { gate, tab: await openTab(engine, gate.origin) }
    }, BUILD_MS)
    afterAll(async () => {
      await opened.tab.load('/healthz')
      await opened.tab.close()
      await opened.gate.close()
      await server.stop()
      const messages = reports().map(({ message }) => message)
      const unexpected = messages.filter((message) => !expected.some((pattern) => pattern.test(message)))
      await ingest.close()
      expect(unexpected, 'reports').toEqual([])
    })
    beforeEach(async () => {
      await opened.tab.load('/healthz')
      await opened.tab.resize(1280, 800)
      await opened.tab.read(() => {
        sessionStorage.clear()
        for (const cookie of document.cookie.split('; '))
          document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0`
      })
      opened.gate.paths.length = 0
      // A page that was left may still have requests under way.
      await expect.poll(() => opened.gate.prefetches.now).toBe(0)
      opened.gate.prefetches.max = 0
    })
    afterEach(async () => {
      Object.assign(opened.gate, { held: undefined, refused: undefined, forbidsScripts: false })
      await opened.gate.open()
    })

    define({
      get tab() {
        return opened.tab
      },
      get gate() {
        return opened.gate
      },
      reports,
      expectReports: (pattern) => void expected.push(pattern),
    })
  })
}

/** Pauses for what has no end that can be seen, such as that nothing happens. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

// What follows runs in pages.

export const path = (): string => location.pathname + location.search + location.hash
export const isAt = (wanted: string): boolean => location.pathname + location.search + location.hash === wanted
/** True if that is the heading of what is open over the page, or else of the page. */
export const hasHeading = (wanted: string): boolean =>
  (document.querySelector('dialog[open] h1') ?? document.querySelector('main h1'))?.textContent === wanted
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
export const isDialogGone = (): boolean => document.querySelector('dialog') === null
export const focused = (): string =>
  document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName ?? 'none'
export const scroll = (): number => scrollY
/** Scrolls, and waits until the page has heard of it. */
export async function scrollToY(top: number): Promise<void> {
  window.scrollTo({ top, behavior: 'instant' })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
export const isScrolledTo = (top: number): boolean => Math.abs(scrollY - top) < 2
export const stepBack = (): void => history.back()
export const stepForward = (): void => history.forward()
/** Marks the document, to see that no other one has taken its place. */
export const mark = (): void => void document.documentElement.setAttribute('data-marked', '')
export const isMarked = (): boolean => document.documentElement.hasAttribute('data-marked')
