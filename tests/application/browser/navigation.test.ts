import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { notFoundTitle } from '#tests/application/app/site.ts'
import { expectFault, NARROW, newPage, reopen, visit } from '#tests/harness/page.ts'
import { hold, navigate, scrollTo, watchCalls } from '#tests/application/browser/watch.ts'

const [firstPage, secondPage] = ['/guide/one', '/guide/two']

/** Marks the document: a client navigation keeps the mark, a new document does not have it. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-mark'))
}

/** Follows a link of the page and waits for its page. */
async function follow(page: Page, href: string): Promise<void> {
  const before = await page.title()
  await page.locator(`a[href="${href}"]`).filter({ visible: true }).first().click()
  await page.waitForURL((url) => url.pathname === href)
  await page.waitForFunction((title) => document.title !== title, before)
}

describe('a navigation within the application', () => {
  it('moves focus to the heading and announces the title, which the first page does not', async () => {
    const page = await reopen('/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await markDocument(page)
    await follow(page, '/guide')
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]')].some(
        ({ textContent }) => textContent.includes(document.title),
      ),
    )
    expect(await isSameDocument(page)).toBe(true)
  })

  it('moves focus to the part that the hash names, of this page and of another', async () => {
    const page = await reopen(firstPage)
    const id = (await page.locator('main h2[id]').last().getAttribute('id')) ?? ''
    const hasFocus = (part: string) => page.waitForFunction((name) => document.activeElement?.id === name, part)
    await page.evaluate((hash) => void window.__TSR_ROUTER__?.navigate({ to: '.', hash }), id)
    await hasFocus(id)
    // A step back within the page scrolls to where it was, and moves no focus.
    const other = (await page.locator('main h2[id]').first().getAttribute('id')) ?? ''
    await page.evaluate((hash) => void window.__TSR_ROUTER__?.navigate({ to: '.', hash }), other)
    await hasFocus(other)
    await page.goBack()
    await page.waitForURL((url) => url.hash === `#${id}`)
    await page.waitForTimeout(300)
    await hasFocus(other)
    await visit(page, '/')
    await navigate(page, `${firstPage}#${id}`)
    await hasFocus(id)
  })

  it('restores the scroll position, back and forward', async () => {
    const page = await reopen(firstPage, { viewport: NARROW })
    await markDocument(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeGreaterThan(NARROW.height + 300)
    await scrollTo(page, 300)
    // By keyboard, so that finding the link does not scroll.
    await page.evaluate(
      (href) => document.querySelector<HTMLAnchorElement>(`main a[href="${href}"]`)?.click(),
      secondPage,
    )
    await page.waitForURL(`**${secondPage}`)
    await page.waitForFunction(() => scrollY === 0)
    await page.goBack()
    await page.waitForURL(`**${firstPage}`)
    await page.waitForFunction(() => Math.abs(scrollY - 300) < 2)
    await page.goForward()
    await page.waitForURL(`**${secondPage}`)
    await page.waitForFunction(() => scrollY === 0)
    expect(await isSameDocument(page)).toBe(true)
  })

  describe('restores where the visitor has left the page', () => {
    const restored = (page: Page, wanted: number) => page.waitForFunction((top) => Math.abs(scrollY - top) < 2, wanted)

    it.each([
      ['had not scrolled', undefined, 200],
      ['has scrolled on', 300, 500],
      ['has scrolled back', 500, 0],
    ])('while the next one was loading: %s before', async (_, before, after) => {
      const page = await reopen(firstPage, { viewport: NARROW })
      if (before !== undefined) await scrollTo(page, before)
      const answer = await hold(page, /_serverFn/)
      await navigate(page, '/item/41')
      await page.waitForURL('**/item/41')
      await scrollTo(page, after)
      answer()
      await page.getByRole('heading', { name: 'Item 41' }).waitFor()
      await page.goBack()
      await page.waitForURL(`**${firstPage}`)
      await restored(page, after)
    })

    it('when another page was chosen while a pending component was shown', async () => {
      const page = await reopen(firstPage, { viewport: NARROW })
      await scrollTo(page, 400)
      const answer = await hold(page, /_serverFn/)
      await navigate(page, '/where/data')
      await page.getByText('Waiting for the browser').waitFor()
      await page.waitForFunction(() => scrollY < 400)
      await navigate(page, secondPage)
      await page.waitForURL(`**${secondPage}`)
      answer()
      await page.waitForFunction(() => scrollY === 0)
      await page.goBack()
      await page.waitForURL(`**${firstPage}`)
      await restored(page, 400)
    })
  })

  it('restores the scroll position of an entry that a plain anchor made', async () => {
    const page = await reopen(firstPage, { viewport: NARROW })
    const id = (await page.locator('main h2[id]').last().getAttribute('id')) ?? ''
    for (const scrolled of [400, 300]) {
      // The second one replaces the entry.
      await page.evaluate((hash) => void (location.hash = hash), `#${id}`)
      await page.evaluate((hash) => {
        const anchor = Object.assign(document.createElement('a'), { href: hash })
        document.body.append(anchor)
        anchor.click()
        anchor.remove()
      }, `#${id}`)
      await scrollTo(page, scrolled)
      await navigate(page, secondPage)
      await page.waitForFunction(() => scrollY === 0)
      await page.goBack()
      await page.waitForURL(`**${firstPage}#*`)
      await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 2, scrolled)
    }
  })

  it('scrolls to a fragment', async () => {
    const page = await reopen(firstPage)
    const link = page.locator('main a[href*="#"], nav a[href*="#"]').filter({ visible: true }).first()
    const id = decodeURIComponent((await link.getAttribute('href'))?.split('#')[1] ?? '')
    await link.click()
    await page.waitForFunction((part) => decodeURIComponent(location.hash) === `#${part}`, id)
    await page.waitForFunction((part) => {
      const top = document.getElementById(part)?.getBoundingClientRect().top ?? -1
      return top >= 0 && top < innerHeight
    }, id)
  })

  it('scrolls to the fragment that the URL has already, and focuses it', async () => {
    const page = await reopen(firstPage)
    const id = (await page.locator('main h2[id]').last().getAttribute('id')) ?? ''
    const go = () => page.evaluate((hash) => void window.__TSR_ROUTER__?.navigate({ to: '.', hash }), id)
    const arrived = () =>
      page.waitForFunction((part) => {
        const top = document.getElementById(part)?.getBoundingClientRect().top ?? -1
        return document.activeElement?.id === part && scrollY > 0 && top >= 0 && top < innerHeight
      }, id)
    await page.setViewportSize({ width: 800, height: 300 })
    await go()
    await arrived()
    const entries = await page.evaluate(() => history.length)
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      window.scrollTo(0, 0)
    })
    await page.waitForTimeout(200)
    await go()
    await arrived()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    // The data is loaded again, and the page stays where it is.
    await page.evaluate(async () => {
      window.scrollTo(0, 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await window.__TSR_ROUTER__?.invalidate()
    })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('to an unknown page shows the not-found page with its title', async () => {
    const page = await reopen('/')
    expectFault(page, /404/)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/no-such-page'
      link.textContent = 'nowhere'
      document.querySelector('main')?.append(link)
    })
    await page.getByText('nowhere', { exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '404' }).waitFor()
    expect(await page.title()).toBe(notFoundTitle)
  })
})

/** Opens a page whose navigation engine is held back, with a function that releases it. */
async function withoutEngine(
  path: string,
  options?: Parameters<typeof newPage>[0],
): Promise<{ page: Page; release: () => void }> {
  const page = await newPage(options)
  const release = await hold(page, '**/_build/engine-*.js')
  const asked = page.waitForRequest('**/_build/engine-*.js')
  await page.goto(path)
  // It is asked for when the page is alive.
  await asked
  await markDocument(page)
  return { page, release }
}

describe('a click before the engine is loaded', () => {
  it('shows progress, and is followed once it is loaded', async () => {
    const { page, release } = await withoutEngine('/')
    await page.locator('header a[href="/guide"]').click()
    await page.locator('[role=progressbar]').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    release()
    await page.waitForURL('**/guide')
    expect(await isSameDocument(page)).toBe(true)
  })

  it.each(['/', '/ar'])('shows the whole mark of the line on a narrow screen without motion, at %s', async (path) => {
    const viewport = { width: 320, height: 640 }
    const { page, release } = await withoutEngine(path, { viewport })
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href$="/guide"]')?.click())
    const mark = await page.locator('[role=progressbar] [data-mark]').boundingBox()
    expect(mark?.x).toBeGreaterThanOrEqual(0)
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
    release()
  })

  it('requests its data with the engine: what calls a server function has come beside it', async () => {
    const { page, release } = await withoutEngine('/')
    const loaded = (file: string) =>
      page.waitForFunction(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
        `/_build/${file}`,
      )
    await Promise.all([loaded('functions-'), loaded('serverFnFetcher-')])
    release()
  })

  it('is dropped when the visitor steps back meanwhile', async () => {
    const { page, release } = await withoutEngine('/')
    await page.evaluate(() => (location.hash = 'content'))
    await page.locator('header a[href="/guide"]').click()
    await page.evaluate(() => history.back())
    await page.waitForURL((url) => url.hash === '')
    const engine = page.waitForResponse('**/_build/engine-*.js')
    release()
    await engine
    await page.locator('[role=progressbar]').waitFor({ state: 'detached' })
    await page.waitForTimeout(300)
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('without JavaScript', () => {
  it.each(['/', '/ar/guide'])('%s is readable and its links lead on', async (path) => {
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto(path)
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(100)
    expect(await page.locator('h1').isVisible()).toBe(true)
    const links = page.locator('header a[href^="/"], nav a[href^="/"]').filter({ visible: true })
    expect(await links.count()).toBeGreaterThan(0)
    const href = (await links.last().getAttribute('href')) ?? ''
    await links.last().click()
    await page.waitForURL(`**${href}`)
    expect(await page.locator('h1').isVisible()).toBe(true)
  })
})

describe('a page that was cached long before', () => {
  it('has data dated by its arrival', async () => {
    const page = await newPage()
    // An hour after the server has made it.
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    const calls = watchCalls(page)
    await visit(page, '/guide/one')
    await page.waitForLoadState('networkidle')
    expect(calls).toEqual([])
  })
})
