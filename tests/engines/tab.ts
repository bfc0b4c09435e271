import { writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { launchOptions } from '#fairlead/testing/chromium.ts'
import { type Browser, startFirefox, startWebKit } from '#tests/engines/webdriver.ts'

/** Starts Chromium, by Playwright. Its headless shell has no back/forward cache. */
async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions())
  const context = await browser.newContext()
  const tabOf = (page: Page): Browser => ({
    another: async () => tabOf(await context.newPage()),
    navigate: (url) => page.goto(url),
    call: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    move: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    screenshot: async () => (await page.screenshot()).toString('base64'),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  })
  return tabOf(await context.newPage())
}

const STARTS = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit }

export type Engine = keyof typeof STARTS

export const ENGINES = Object.keys(STARTS) as Engine[]

/** Time for a change of a page that nothing else waits for. */
const LIMIT_MS = 20_000

/** Time between two looks at a page. */
const LOOK_MS = 50

type Read<Args extends unknown[], Result> = (...args: Args) => Result

/** A tab in one of the engines. Selectors are CSS; functions run in the page, and have nothing but their arguments. */
export type Tab = {
  engine: Engine
  /** Opens another tab, of the same visitor. */
  another: () => Promise<Tab>
  /** Loads a document, by its path. */
  load: (path: string) => Promise<void>
  /** Loads a document, by its path, and waits for hydration. */
  open: (path: string) => Promise<void>
  read: <Args extends unknown[], Result>(read: Read<Args, Result>, ...args: Args) => Promise<Awaited<Result>>
  /** Waits until a function of the page returns something that is true, and returns that. */
  until: <Args extends unknown[], Result>(read: Read<Args, Result>, ...args: Args) => Promise<Awaited<Result>>
  hydrated: () => Promise<void>
  /** Waits until the page has all that it loads after hydration: until it has requested nothing for half a second. */
  ready: () => Promise<void>
  hover: (selector: string) => Promise<void>
  click: (selector: string) => Promise<void>
  clickAt: (x: number, y: number) => Promise<unknown>
  /** Clicks into a field and types. */
  type: (selector: string, text: string) => Promise<void>
  press: Browser['press']
  resize: Browser['resize']
  screenshot: (file: string) => Promise<void>
  close: Browser['close']
}

/** Opens a tab of an engine, of a visitor who has not been on the site. */
export async function openTab(engine: Engine, origin: string): Promise<Tab> {
  return tabIn(await STARTS[engine](), engine, origin)
}

function tabIn(browser: Browser, engine: Engine, origin: string): Tab {
  const read: Tab['read'] = async (source, ...args) => (await browser.call(String(source), args)) as never
  const until: Tab['until'] = async (source, ...args) => {
    const end = Date.now() + LIMIT_MS
    let fault: unknown
    while (Date.now() < end) {
      try {
        // A document may be replaced while it is read.
        const value = await read(source, ...args)
        if (value) return value
      } catch (error) {
        fault = error
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    throw new Error(`${engine}: never true: ${String(source)} of ${JSON.stringify(args)}`, { cause: fault })
  }
  /** Returns the middle of the first visible element of a selector, once it is there and does not move. */
  const middleOf = (selector: string) =>
    until(async (wanted) => {
      const find = () => [...document.querySelectorAll(wanted)].find((each) => each.getClientRects().length > 0)
      find()?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const middle = () => {
        const [box] = find()?.getClientRects() ?? []
        return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      }
      const before = middle()
      await new Promise((resolve) => setTimeout(resolve, 50))
      // A busy machine draws less often: an animation has moved only once another frame was drawn.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const after = middle()
      return before?.x === after?.x && before?.y === after?.y && after
    }, selector) as Promise<{ x: number; y: number }>
  const tab: Tab = {
    engine,
    another: async () => tabIn(await browser.another(), engine, origin),
    load: async (path) => void (await browser.navigate(new URL(path, origin).href)),
    async open(path) {
      await tab.load(path)
      await tab.hydrated()
    },
    read,
    until,
    hydrated: async () =>
      void (await until(() => {
        const heading = document.querySelector('h1')
        return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
      })),
    ready: async () =>
      void (await until(async () => {
        const count = () => performance.getEntriesByType('resource').length
        const before = count()
        await new Promise((resolve) => setTimeout(resolve, 500))
        return count() === before
      })),
    async hover(selector) {
      const { x, y } = await middleOf(selector)
      await browser.move(x, y)
    },
    async click(selector) {
      const { x, y } = await middleOf(selector)
      await browser.click(x, y)
    },
    clickAt: browser.click,
    async type(selector, text) {
      await tab.click(selector)
      await browser.press(...text.split(''))
    },
    press: browser.press,
    resize: browser.resize,
    screenshot: async (file) => writeFileSync(file, await browser.screenshot(), 'base64'),
    close: browser.close,
  }
  return tab
}
