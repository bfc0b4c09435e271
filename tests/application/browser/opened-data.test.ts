import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { expectFault, newPage, reopen, visit } from '#tests/harness/page.ts'
import {
  expectKept,
  expectOpen,
  openOver,
  expectPage,
  follow,
  followInside,
  markPage,
  pageStamp,
} from '#tests/application/browser/opened.ts'
import { hold, navigate, watchCalls } from '#tests/application/browser/watch.ts'

const stampInside = (page: Page) => page.locator('dialog[open]').getByTestId('stamp').innerText()

// Under a prefix, as in opening.test.ts, which opens photos without one too.
describe('the data of an opened photo', () => {
  const prefix = '/de'
  const [gallery, feed] = [`${prefix}/gallery`, `${prefix}/feed`]

  it('is fetched when the link is hovered, and not again by the click', async () => {
    const page = await reopen(gallery)
    const reads = watchCalls(page)
    const link = page.locator(`main a[href="${prefix}/photo/2"]`)
    const answered = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
    await link.hover()
    await answered
    expect(reads).toHaveLength(1)
    await page.waitForLoadState('networkidle')
    const code: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/_build/')) code.push(request.url())
    })
    await link.click()
    await expectOpen(page, `${prefix}/photo/2`, /2/)
    expect(reads).toHaveLength(1)
    expect(code).toEqual([])
  })

  it('is fetched before that of the links that wait, which is dropped', async () => {
    const page = await reopen(gallery)
    await page.waitForLoadState('networkidle')
    const reads = watchCalls(page)
    const release = await hold(page, '**/_serverFn/**')
    await page.evaluate(() => {
      const to = '/{-$locale}/photo/$id'
      for (let id = 3; id <= 12; id++) {
        const target = { to, params: { locale: 'de', id: String(id) }, preload: 'viewport' }
        void window.__TSR_ROUTER__?.preloadRoute(target as never)
      }
    })
    await expect.poll(() => reads).toHaveLength(5)
    await follow(page, `${prefix}/photo/2`)
    await expect.poll(() => reads).toHaveLength(6)
    release()
    await expectOpen(page, `${prefix}/photo/2`, /2/)
    await page.waitForLoadState('networkidle')
    expect(reads).toHaveLength(6)
  })

  it('is not shared between the pages it opens over, where it differs', async () => {
    const page = await reopen(gallery)
    await openOver(page, `${prefix}/photo/12`, /12/)
    const ofGallery = await stampInside(page)
    expect(await page.locator('dialog p').first().innerText()).toMatch(/gallery|Galerie/)
    await followInside(page, feed)
    await expectPage(page, feed, /Feed/)
    await navigate(page, `${prefix}/photo/12`)
    await expectOpen(page, `${prefix}/photo/12`, /12/)
    expect(await page.locator('dialog p').first().innerText()).toMatch(/Feed|feed/)
    expect(await stampInside(page)).not.toBe(ofGallery)
    // Over the feed the next photo is an older one, over the gallery a later one.
    await page.locator('dialog a').first().click()
    await expectOpen(page, `${prefix}/photo/11`, /11/)
    await page.goBack()
    await expectOpen(page, `${prefix}/photo/12`, /12/)
    await page.goBack()
    await expectPage(page, feed)
    await page.goBack()
    await expectOpen(page, `${prefix}/photo/12`, /12/)
    expect(await page.locator('dialog p').first().innerText()).toMatch(/gallery|Galerie/)
  })

  it('may be slow: the progress line is shown, then the pending state inside, then the photo', async () => {
    const page = await reopen(gallery)
    const title = await page.title()
    await markPage(page)
    await follow(page, `${prefix}/photo/13?delay=2000`)
    const progress = page.getByRole('progressbar')
    await progress.waitFor()
    const loading = (await progress.getAttribute('aria-label')) ?? ''
    expect(await page.locator('dialog').count()).toBe(0)
    await page.locator('dialog[open] [role="status"]').waitFor()
    expect(await page.title()).toBe(title)
    // A heading of a layout around the photo is no name.
    await page.locator('dialog').evaluate((dialog) => dialog.insertAdjacentHTML('beforeend', '<h2>Beside</h2>'))
    await page.getByRole('dialog', { name: loading, exact: true }).waitFor()
    await expectOpen(page, `${prefix}/photo/13?delay=2000`, /13/)
    await page.getByRole('dialog', { name: 'Photo 13', exact: true }).waitFor()
    await progress.waitFor({ state: 'detached' })
    await expectKept(page)
  })

  it('that is left before it has loaded has no entry: back leads to the page', async () => {
    const page = await reopen(gallery)
    await follow(page, `${prefix}/photo/13?delay=2000`)
    await page.waitForURL(`**${prefix}/photo/13?delay=2000`)
    await openOver(page, `${prefix}/photo/2`, /2/)
    await page.goBack()
    await expectPage(page, gallery)
    // The photo has loaded by then, but is no longer wanted: the page after it has not been seen either.
    await navigate(page, `${prefix}/photo/13?delay=800`)
    await page.waitForURL(`**${prefix}/photo/13?delay=800`)
    await navigate(page, `${prefix}/item/5?delay=6000`)
    await page.waitForURL(`**${prefix}/item/5?delay=6000`)
    await page.waitForTimeout(1500)
    await navigate(page, `${prefix}/docs/new`)
    await page
      .locator('main h1')
      .filter({ hasNotText: /Gallery|Galerie/ })
      .waitFor()
    await expectPage(page, `${prefix}/docs/new`)
    await page.goBack()
    await expectPage(page, gallery)
  })

  it('may be missing: the not-found page is shown inside', async () => {
    const page = await reopen(gallery)
    await markPage(page)
    await page.getByRole('button', { name: /does not exist|nicht gibt/ }).click()
    await expectOpen(page, `${prefix}/photo/none`, /^404$/)
    expect(await page.title()).toBe(messageIn(prefix.slice(1) || 'en', 'shell', 'site.notFoundTitle'))
    await page.keyboard.press('Escape')
    await expectPage(page, gallery)
    await expectKept(page)
  })

  it('may fail: the error page is shown inside, and can be tried again there', async () => {
    const page = await reopen(gallery)
    expectFault(page, /Something failed on the server|_serverFn/)
    await markPage(page)
    const stamp = await pageStamp(page)
    await page.getByRole('button', { name: /fails|nicht laden/ }).click()
    await expectOpen(page, `${prefix}/photo/14?fail=true`, /Application error/)
    const reads = watchCalls(page)
    const again = page.locator('dialog').getByRole('button', { name: /^(Try again|Noch einmal versuchen)$/ })
    await again.click()
    await expect.poll(() => reads.length).toBeGreaterThan(0)
    await expectOpen(page, `${prefix}/photo/14?fail=true`, /Application error/)
    await page.keyboard.press('Escape')
    await expectPage(page, gallery)
    expect(await pageStamp(page)).toBe(stamp)
    await expectKept(page)
  })

  it('may redirect: to a photo inside the dialog, to another page as a page', async () => {
    const page = await reopen(gallery)
    await markPage(page)
    await follow(page, `${prefix}/photo/latest`)
    await expectOpen(page, `${prefix}/photo/1`, /1/)
    await expectKept(page)
    await page.goBack()
    await expectPage(page, gallery)
    await follow(page, `${prefix}/photo/moved`)
    await expectPage(page, `${prefix}/docs/new`)
    await page.goBack()
    await expectPage(page, gallery, /Gallery|Galerie/)
  })
})

describe('code of the dialog that arrives late', () => {
  it('has the progress line', async () => {
    const page = await newPage()
    const release = await hold(page, /_build\/interceptor-[^/]*\.js/)
    await visit(page, '/gallery')
    await follow(page, '/photo/3')
    await page.getByRole('progressbar').waitFor()
    release()
    await expectOpen(page, '/photo/3', /Photo 3/)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  })
})

describe('code that does not arrive', () => {
  it('within the limit leads to the full page', async () => {
    const page = await newPage()
    await page.clock.install()
    await visit(page, '/gallery')
    let hung = 0
    await page.route(/_build\/photo-sheet-[^/]*\.js/, () => {
      hung += 1
    })
    await follow(page, '/photo/3')
    await expect.poll(() => hung).toBeGreaterThan(0)
    await page.clock.fastForward(ROUTE_LOAD_TIMEOUT_MS)
    await expectPage(page, '/photo/3', /Photo 3/)
  })

  it('of the dialog itself makes the target a plain page', async () => {
    const page = await newPage()
    expectFault(page, /interceptor|Failed to (load|fetch)/)
    await page.route(/_build\/interceptor-[^/]*\.js/, (route) => route.abort())
    await visit(page, '/gallery')
    await follow(page, '/photo/3')
    await expectPage(page, '/photo/3', /Photo 3/)
  })
})
