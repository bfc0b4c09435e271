import type { Locator, Page, Route } from 'playwright-core'
import texts from '#fairlead/messages/en/inspector.json' with { type: 'json' }
import { describeWaits } from '#fairlead/navigation/prefetch/describe-waits.ts'
import type { NavigationRecord, Wait } from '#fairlead/navigation/prefetch/navigation-log.ts'

/** Frames after which a navigation that has not ended waits for a response, although it has recorded no wait. */
const FRAMES = 60

/** Time for a navigation once all responses may arrive, in milliseconds. */
const END_MS = 15_000

/** Names of requests in a sentence. */
const NAMED = 3

/** A click: the text of the page before it and in the next two frames, and what it waited for. */
export type Click = { before: string; frames: string[]; waits: readonly Wait[] }

/** `isUnknown` if there is neither a new page nor a recorded wait. */
type Seen = Omit<Click, 'waits'> & { startedAt: number; isUnknown: boolean; record?: NavigationRecord }

export const waitsInEnglish = (waits: readonly Wait[], showName?: (name: string) => string): string =>
  describeWaits(waits, (what) => texts.waits[what], showName)

/** Clicks, and looks at each frame until the new page is on the screen, or is known to wait. Runs in the browser. */
function clickInPage(element: HTMLElement, frames: number): Promise<Seen> {
  const { promise, resolve } = Promise.withResolvers<Seen>()
  const navigations = globalThis.__FAIRLEAD_NAVIGATION__?.navigations
  const startedAt = navigations?.list()[0]?.startedAt ?? 0
  const seen: Seen = { before: document.body.innerText, frames: [], startedAt, isUnknown: false }
  let shownFor = 0
  const look = (left: number): void => {
    if (seen.frames.length < 2) seen.frames.push(document.body.innerText)
    const record = navigations?.list()[0]
    const isShown = record !== undefined && record.startedAt !== startedAt
    // The components of a new page begin to load in the frame after its first one.
    if (isShown && ++shownFor > 2) resolve({ ...seen, record })
    else if (!isShown && navigations?.waiting().length && seen.frames.length === 2) resolve(seen)
    else if (left === 0) resolve({ ...seen, isUnknown: !isShown })
    else requestAnimationFrame(() => look(left - 1))
  }
  element.click()
  requestAnimationFrame(() => look(frames))
  return promise
}

/** Returns the record of a navigation once it has ended. */
async function recordAfter(page: Page, startedAt: number): Promise<NavigationRecord | undefined> {
  const isEnded = (since: number): boolean => {
    const [record] = globalThis.__FAIRLEAD_NAVIGATION__?.navigations.list() ?? []
    return record !== undefined && record.startedAt !== since
  }
  await page.waitForFunction(isEnded, startedAt, { timeout: END_MS })
  return page.evaluate(() => globalThis.__FAIRLEAD_NAVIGATION__?.navigations.list()[0])
}

/** Clicks on a link while no response arrives, and lets them arrive once it is known whether the page waits for one. */
export async function clickWithoutResponses(page: Page, link: Locator): Promise<Click> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: documentAsked, resolve: askDocument } = Promise.withResolvers<undefined>()
  const paths = new Set<string>()
  let isDocument = false
  const noteDocument = (): void => {
    isDocument = true
    askDocument(undefined)
  }
  const hold = async (route: Route): Promise<void> => {
    const request = route.request()
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) noteDocument()
    else if (request.headers().purpose !== 'prefetch') paths.add(new URL(request.url()).pathname)
    await released
    // The page may be closed by now.
    await route.fallback().catch(() => {})
  }
  // A document that was prefetched is there without a request.
  page.on('domcontentloaded', noteDocument)
  await page.route('**/*', hold)
  try {
    const click = link.evaluate(clickInPage, FRAMES).catch((error: Error) => {
      if (!error.message.includes('because of a navigation')) throw error
      return undefined
    })
    click.catch(() => {})
    const seen = await Promise.race([click, documentAsked])
    if (!seen || isDocument) return { before: '', frames: [], ...seen, waits: [{ for: 'document' }] }
    const { before, frames, startedAt, isUnknown, record } = seen
    if (record) return { before, frames, waits: record.waits }
    const held: Wait[] = isUnknown ? [...paths].slice(0, NAMED).map((name) => ({ for: 'response', name })) : []
    release()
    const end = recordAfter(page, startedAt).catch((error: unknown) => {
      if (!isUnknown && !isDocument) throw error
    })
    const ended = await Promise.race([end, documentAsked])
    if (isDocument) return { before, frames, waits: [{ for: 'document' }] }
    return { before, frames, waits: ended?.waits.length ? ended.waits : held }
  } finally {
    release()
    page.off('domcontentloaded', noteDocument)
    await page.unroute('**/*', hold)
  }
}
