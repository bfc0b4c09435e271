import { type Browser, chromium, type Page } from 'playwright-core'
import { median, percentile95, rounded } from '#tests/bench/statistics.ts'
import type { Measurement, Task } from '#tests/bench/measurement.ts'
import { launchOptions } from '#tests/harness/chromium.ts'

const RUNS = 7
const RUNS_THOROUGH = 15
/** Delay of the server for comparing a click with the same click behind prefetches. */
const DELAY_MS = 1_000

/** Clicks a link and resolves with the milliseconds until a frame shows its item. */
function clickToFrame(page: Page, id: number): Promise<number> {
  return page.evaluate(
    (item) =>
      new Promise<number>((resolve) => {
        const link = document.querySelector<HTMLAnchorElement>(`main ol a[href*="/lab/item/${item}"]`)
        const since = performance.now()
        const look = () => {
          if (document.querySelector('h1')?.textContent === `Item ${item}`) resolve(performance.now() - since)
          else requestAnimationFrame(look)
        }
        link?.click()
        requestAnimationFrame(look)
      }),
    id,
  )
}

async function openLinks(browser: Browser, origin: string, search: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${origin}/lab/links${search}`)
  // The inspector comes after the page, with the engine.
  await page.getByTestId('inspector').waitFor()
  await page.waitForTimeout(500)
  return page
}

async function inflight(origin: string): Promise<number> {
  const { now } = (await (await fetch(`${origin}/lab/inflight`)).json()) as { now: number }
  return now
}

async function prefetchedClick(browser: Browser, origin: string): Promise<number> {
  const page = await openLinks(browser, origin, '')
  const answered = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
  await page.locator('main ol a').nth(6).hover()
  await (await answered).finished()
  await page.waitForTimeout(300)
  const took = await clickToFrame(page, 7)
  await page.close()
  return took
}

/** A click on the last link: behind five running prefetches and the waiting ones, or behind none. */
async function slowClick(browser: Browser, origin: string, behind: boolean): Promise<number> {
  const page = await openLinks(browser, origin, `?delay=${DELAY_MS}`)
  if (behind) {
    // From a page whose links wait for intent, so that the prefetches begin when everything is there.
    await page.locator('nav a', { hasText: 'in view' }).first().click()
    while ((await inflight(origin)) < 5) await page.waitForTimeout(5)
  }
  const took = await clickToFrame(page, 24)
  await page.close()
  while ((await inflight(origin)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  return took
}

/** Measures a click on a prefetched page, and the cost of running prefetches for a click without one. */
export async function measureNavigation({ origin, thorough }: Task): Promise<Measurement[]> {
  const browser = await chromium.launch(launchOptions())
  try {
    const prefetched: number[] = []
    const alone: number[] = []
    const behind: number[] = []
    await prefetchedClick(browser, origin)
    for (let run = 0; run < (thorough ? RUNS_THOROUGH : RUNS); run++) {
      prefetched.push(await prefetchedClick(browser, origin))
      // In turn, so that whatever else the machine does meets both.
      alone.push(await slowClick(browser, origin, false))
      behind.push(await slowClick(browser, origin, true))
    }
    const part = 'navigation'
    return [
      {
        part,
        name: 'click on a prefetched link to its first frame, median',
        value: rounded(median(prefetched)),
        unit: 'ms',
      },
      { part, name: 'the same, 95th percentile', value: rounded(percentile95(prefetched)), unit: 'ms' },
      { part, name: `click alone (server takes ${DELAY_MS} ms), median`, value: rounded(median(alone)), unit: 'ms' },
      {
        part,
        name: 'the same click behind 5 running and 18 waiting prefetches',
        value: rounded(median(behind)),
        unit: 'ms',
      },
      {
        part,
        name: 'behind prefetches to alone',
        value: rounded(median(behind) / median(alone), 3),
        unit: 'ratio',
        aim: 1.05,
      },
    ]
  } finally {
    await browser.close()
  }
}
