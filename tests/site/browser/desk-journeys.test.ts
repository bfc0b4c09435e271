import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  lookupField,
  CODE,
  DIGEST,
  DIGITS,
  dialog,
  newDeskPage,
  rows,
  operator,
  paste,
  sendSpan,
  signIn,
  withDesk,
} from '#tests/site/browser/desk-fixture.ts'
import { expectFault, hydrated, visit } from '#tests/harness/page.ts'

withDesk()

/** Opens a page as an ordinary visitor, who may meet failures. */
async function visitor(path: string): Promise<Page> {
  const page = await newDeskPage()
  expectFault(page, /./)
  await visit(page, path)
  return page
}

/** Waits for the SDK, which loads when the page is idle; earlier events are in no trace. */
async function sdkLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => '__SENTRY__' in window)
}

/** Waits until the frame that shows a page has its spans, and the SDK has measured it. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))))
}

/** Sends feedback and leaves the page, which makes the SDK send the trace. */
async function sendFeedback(page: Page, message: string): Promise<void> {
  await page.getByLabel('What did you do just before?').fill(message)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you. Your message was added to the report.').waitFor()
  await sdkLoaded(page)
  await page.goto('about:blank')
}

describe('from failure to operator', () => {
  it('a server error is found by its digest with the feedback of its visitor, resolved, and reopened when it recurs', async () => {
    const visitorPage = await visitor('/lab/errors/loader-error')
    const digest = (await visitorPage.getByTestId('digest').innerText()).replace('Digest: ', '')
    await sendFeedback(visitorPage, 'I only wanted to see the tide')

    const page = await operator('/reports?q=sounding-lead')
    const problem = rows(page).filter({ hasText: 'sounding-lead' })
    const countOf = async () => Number.parseInt(await problem.locator('[title*=" report"]').innerText(), 10)
    // A retry of this test finds the reports of the first attempt.
    const before = await countOf()
    await paste(page, digest)
    const report = dialog(page)
    await report.locator('h1', { hasText: 'Error' }).waitFor()
    expect(await report.locator('[data-fact=digest]').innerText()).toBe(digest)
    expect(await report.locator('[data-fact=params]').innerText()).toBe('failing=loader-error')
    const frame = report.locator('li[data-in-app]').first()
    expect(await frame.innerText()).toMatch(/^\w+ app\/lab\/[\w.-]+\.ts:\d+:\d+/)
    expect(await frame.locator('[data-at]').innerText()).toContain('new Error(`the ${SECRET} broke`)')
    const edges = await frame
      .locator('pre [data-line]')
      .evaluateAll((list) => list.map((line) => line.getBoundingClientRect()))
    expect(edges).toHaveLength(7)
    expect(new Set(edges.map(({ left }) => left)).size).toBe(1)
    expect(new Set(edges.map(({ top }) => top)).size).toBe(7)
    await report.getByText('I only wanted to see the tide').waitFor()
    await expect
      .poll(() => page.reload().then(() => page.locator('main figure figcaption').innerText()))
      .toMatch(/^\d+ spans in/)
    expect(await page.locator('main figure svg[role=img]').count()).toBeGreaterThan(1)

    await hydrated(page)
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.locator('main [data-state=resolved]:focus').waitFor()
    await visitorPage.goto('/lab/errors/loader-error')
    await page.goto('/reports?q=sounding-lead')
    await problem.and(page.locator('[data-state=open]')).waitFor()
    expect(await countOf()).toBe(before + 1)
  })

  it('a browser error is found by its id, with its source-mapped stack and feedback', async () => {
    const visitorPage = await visitor('/lab/errors')
    await visitorPage.getByRole('button', { name: 'Throw while rendering', exact: true }).click()
    const id = (await visitorPage.getByTestId('report').innerText()).replace('Report: ', '')
    await sendFeedback(visitorPage, 'I pressed the first button')

    const page = await operator()
    await expect.poll(() => page.goto(`/reports/${id}`).then((response) => response?.status())).toBe(200)
    await page.locator('main h1', { hasText: 'Error' }).waitFor()
    const frame = page
      .locator('main li[data-in-app]', { hasText: 'app/routes/{-$locale}/lab/errors.index.tsx' })
      .first()
    expect(await frame.locator('[data-at]').innerText()).toContain("new Error('thrown while rendering')")
    await page.getByText('I pressed the first button').waitFor()
  })

  it('a link to a part of the page is no navigation', async () => {
    const page = await newDeskPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/monitoring') sent.push(request.postData() ?? '')
    })
    await page.goto('/handbook/prefetching')
    await sdkLoaded(page)
    await painted(page)
    const isAnnotated = () => sent.some((body) => body.includes('fairlead.navigation.ms'))
    await page.locator('a[href$="#documents"]').first().click()
    await page.waitForURL('**#documents')
    await painted(page)
    await page.waitForTimeout(2_000)
    expect(isAnnotated()).toBe(false)
    await page.getByRole('link', { name: 'Lab', exact: true }).click()
    await page.waitForURL('**/lab')
    await expect.poll(isAnnotated, { timeout: 20_000 }).toBe(true)
  })

  it('twelve kinds of visits arrive apart, soft navigations by their prefetch and what they waited for', async () => {
    const visitorPage = await newDeskPage()
    expectFault(visitorPage, /./)
    const later = (ms: number) =>
      visitorPage.evaluate((by) => dispatchEvent(new CustomEvent('later', { detail: by })), ms)
    await visitorPage.addInitScript(() => {
      const now = Date.now.bind(Date)
      let offset = 0
      Date.now = () => now() + offset
      addEventListener('later', (event) => (offset += (event as CustomEvent<number>).detail))
    })
    const load = async (path: string) => {
      await visitorPage.goto(path)
      await sdkLoaded(visitorPage)
      await painted(visitorPage)
    }
    const link = (id: number) => visitorPage.locator(`main a[href^="/lab/item/${id}"]`).first()
    /** Waits for an item, whose vitals are measured, and goes back to the links. */
    const seeItem = async (id: number) => {
      await visitorPage.waitForURL(`**/lab/item/${id}*`)
      await visitorPage.locator('main h1', { hasText: String(id) }).waitFor()
      await painted(visitorPage)
      await visitorPage.goBack()
      await visitorPage.waitForURL('**/lab/links*')
      await visitorPage.locator('main h1', { hasText: 'Links' }).waitFor()
      await painted(visitorPage)
    }
    await load('/lab/links')
    await link(1).hover()
    await visitorPage.locator('[data-testid=inspector] [data-target="/lab/item/1"][data-state=fresh]').waitFor()
    await link(1).click()
    await seeItem(1)
    await link(1).click()
    await seeItem(1)
    await later(60_000)
    await link(1).press('Enter')
    await seeItem(1)
    // A key, because a pointer would start the request before the click.
    await load('/lab/links?preload=false')
    await link(5).press('Enter')
    await seeItem(5)
    await later(600_000)
    await link(5).press('Enter')
    await seeItem(5)
    await load('/lab/links?delay=400')
    await link(7).click()
    await seeItem(7)
    await visitorPage.reload()
    await sdkLoaded(visitorPage)
    await load('/lab/echo/x')
    // The headless Chromium of the tests has no back/forward cache: this simulates that the page comes back from it.
    await visitorPage.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await painted(visitorPage)
    await visitorPage.goBack()
    await sdkLoaded(visitorPage)
    await visitorPage.goto('about:blank')
    // Nor does it prerender, or discard a tab: these are the attributes of the SDK for such visits.
    for (const type of ['prerender', 'restore']) {
      await sendSpan({
        'sentry.op': 'ui.webvital.lcp',
        'sentry.transaction': '/{-$locale}/lab/echo/$',
        'browser.navigation.type': type,
        'browser.web_vital.lcp.value': 67.8,
      })
    }

    const page = await operator('/reports/vitals')
    const readTable = (name: string) =>
      page
        .getByRole('region', { name })
        .locator('tbody tr')
        .evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)))
    const MS = expect.stringMatching(/^[\d,]+ ms$/)
    const ANY = expect.anything()
    // A retry of this test counts the visits of the first attempt too.
    const COUNT = expect.stringMatching(/^\d+$/)
    await expect
      .poll(async () => {
        await page.reload()
        return readTable('Visits by kind')
      })
      .toEqual([
        ['Opened', MS, MS, ANY, MS, COUNT],
        ['Reloaded', MS, ANY, ANY, MS, COUNT],
        ['Back or forward', MS, ANY, ANY, MS, COUNT],
        ['Tab restored', MS, '—', '—', '—', COUNT],
        ['Prerendered', MS, '—', '—', '—', COUNT],
        ['From the back/forward cache', MS, ANY, ANY, '—', COUNT],
        ['Soft navigation', MS, ANY, ANY, '—', COUNT],
      ])
    // A busy browser measures no LCP of some navigations, and a retry has visits that wait for something else too.
    const readSoft = () => readTable('Soft navigations by prefetch state')
    await expect
      .poll(async () => {
        await page.reload()
        return new Set((await readSoft()).map(([state]) => state))
      })
      .toEqual(new Set(['NNot prefetched', 'EExpired', 'IIn flight', 'SStale', 'RReusable', 'FFresh']))
    expect(await readSoft()).toEqual(
      expect.arrayContaining([
        ['EExpired', expect.stringContaining('Data'), MS, ANY, ANY, ANY, COUNT],
        ['FFresh', '—', MS, ANY, ANY, ANY, COUNT],
        [expect.anything(), ANY, MS, MS, ANY, ANY, COUNT],
      ]),
    )
    // Items were only reached by soft navigations, so no page load of one is counted.
    expect((await readTable('Pages by route')).flat()).not.toContain('/lab/item/$id')
    for (const [tab, route] of [
      ['From the back/forward cache', '/lab/echo/$'],
      ['Soft navigation', '/lab/item/$id'],
    ] as const) {
      await page.getByRole('link', { name: tab }).click()
      await expect.poll(() => readTable('Pages by route')).toEqual([[route, MS, ANY, ANY, '—', ANY]])
    }
    await page.getByRole('link', { name: '30 days' }).click()
    await page.waitForURL('**/reports/vitals?visits=soft&days=30')
  })

  it('a digest read over the phone leads to stack, feedback and trace, over the list', async () => {
    const page = await operator()
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
    await lookupField(page).fill('k7qx 2m9r tb')
    await lookupField(page).press('Enter')
    await dialog(page).locator('h1', { hasText: 'PictureError' }).waitFor()
    expect(await dialog(page).locator('[data-fact=digest]').innerText()).toBe(DIGEST)
    await dialog(page).getByText('It went dark').waitFor()
    expect(await dialog(page).locator('figure svg').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.locator('html[data-same-document]').count()).toBe(1)
  })

  it('a pasted digest is looked up at once, and an unknown one shows what to check', async () => {
    const page = await operator()
    await paste(page, `  ${DIGEST}\n`)
    await page.locator('h1', { hasText: 'PictureError' }).waitFor()
    await visit(page, '/reports')
    await paste(page, 'ZZZZZZZZZZ')
    await page.getByRole('heading', { level: 1, name: 'No report has this digest or ID' }).waitFor()
    expect(await page.locator('main li').count()).toBe(4)
  })

  it('signing in and looking up a report work without JavaScript', async () => {
    const page = await newDeskPage({ javaScriptEnabled: false })
    await page.goto('/reports')
    await signIn(page)
    await lookupField(page).fill(DIGEST.toLowerCase())
    await lookupField(page).press('Enter')
    await page.waitForURL(/\/reports\/[\da-f]{32}$/)
    await page.locator('main h1', { hasText: 'PictureError' }).waitFor()
    for (const code of [CODE.toLowerCase(), DIGITS]) {
      await page.goto('/reports')
      await lookupField(page).fill(code)
      await lookupField(page).press('Enter')
      await page.waitForURL(`/reports/${DIGITS}`)
    }
  })
})
