import { expect, it, vi } from 'vitest'
import {
  describeInEngines,
  hasHeading,
  isAt,
  isMarked,
  type Journey,
  mark,
  pause,
  stepBack,
} from '#tests/engines/journeys.ts'

/** Links to items on the lab's page. */
const ITEMS = 24

/** Requests for data so far. */
const requests = ({ gate }: Journey) => gate.paths.filter((each) => each.startsWith('/_serverFn/')).length

/** True if the inspector shows an entry in a state. */
const isInState = (target: string, state: string) =>
  document.querySelector(`[data-testid="inspector"] [data-target="${target}"]`)?.getAttribute('data-state') === state

async function openLinks({ tab }: Journey, search = ''): Promise<void> {
  await tab.open(`/lab/links${search}`)
  await tab.until(() => document.querySelector('[data-testid="inspector"]') !== null)
  await tab.read(mark)
}

/** Sets the clock of the page forward, without the timers. */
function setForward(ms: number): void {
  const { now } = Date
  Date.now = () => now.call(Date) + ms
}

describeInEngines('prefetching', (journey) => {
  it('hovering fetches a page once, and the click sends no request', async () => {
    const { tab } = journey
    await openLinks(journey)
    await tab.hover('main a[href="/lab/item/3"]')
    await tab.until(isInState, '/lab/item/3', 'fresh')
    await tab.ready()
    expect(requests(journey)).toBe(1)
    await tab.click('main a[href="/lab/item/3"]')
    await tab.until(hasHeading, 'Item 3')
    await tab.ready()
    expect(requests(journey)).toBe(1)
    expect(await tab.read(isMarked)).toBe(true)
  })

  it('the focus fetches a page', async () => {
    const { tab } = journey
    await openLinks(journey)
    await tab.read(() => document.querySelector<HTMLElement>('main a[href="/lab/item/6"]')?.focus())
    await tab.press('Tab')
    await tab.until(isInState, '/lab/item/7', 'fresh')
  })

  it('a touch fetches a page before the click', async () => {
    const { tab } = journey
    await openLinks(journey)
    await tab.read(() => {
      const link = document.querySelector('main a[href="/lab/item/9"]')
      link?.dispatchEvent(new Event('touchstart', { bubbles: true, cancelable: true }))
    })
    await tab.until(isInState, '/lab/item/9', 'fresh')
  })

  it.each(['viewport', 'render'])('at most five requests at once, with links fetched in %s', async (preload) => {
    const { gate } = journey
    await openLinks(journey, `?preload=${preload}&delay=300`)
    await vi.waitUntil(() => gate.prefetches.now === 0 && requests(journey) === ITEMS, { timeout: 20_000 })
    expect(gate.prefetches.max).toBe(5)
  })

  it('an entry is fresh, reusable once shown, stale after 30 seconds and expired after 300', async () => {
    const { tab } = journey
    await openLinks(journey)
    await tab.hover('main a[href="/lab/item/5"]')
    await tab.until(isInState, '/lab/item/5', 'fresh')
    await tab.click('main a[href="/lab/item/5"]')
    await tab.until(hasHeading, 'Item 5')
    await tab.until(isInState, '/lab/item/5', 'reusable')
    await tab.read(stepBack)
    await tab.until(hasHeading, 'Links')
    // The mouse is over a link, and would fetch it again.
    await tab.hover('main h1')
    await tab.read(setForward, 30_000)
    await tab.until(isInState, '/lab/item/5', 'stale')
    await tab.read(setForward, 270_000)
    await tab.until(isInState, '/lab/item/5', 'expired')
  })

  it('code that does not come within 3800 ms is asked for as a document', async () => {
    const { tab, gate } = journey
    gate.held = /\/_build\/feed-/
    await tab.open('/lab')
    await tab.ready()
    await tab.read(mark)
    await tab.read(() => document.querySelector<HTMLElement>('main a[href="/lab/feed"]')?.click())
    await tab.until(isAt, '/lab/feed')
    await pause(1_000)
    expect(await tab.read(isMarked)).toBe(true)
    gate.held = undefined
    await tab.until(hasHeading, 'Feed')
    expect(await tab.read(isMarked)).toBe(false)
  })
})
