import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  box,
  browser,
  CODE,
  DIGEST,
  DIGITS,
  dialog,
  lines,
  operator,
  paste,
  server,
} from '#tests/browser/desk-fixture.ts'
import { hydrated, visit } from '#tests/browser/page.ts'
import { TOKEN } from '#tests/http/desk.ts'

/** Somebody who has nothing to do with the desk. A browser that says it has no window would count as a robot. */
async function visitor(path: string): Promise<Page> {
  const userAgent = (await browser.newPage()).evaluate(() => navigator.userAgent.replace('Headless', ''))
  const page = await (await browser.newContext({ baseURL: server.origin, userAgent: await userAgent })).newPage()
  await visit(page, path)
  return page
}

/** Waits for the SDK, which comes when the page is idle: what happens before it comes is in no trace. */
async function sdkHasCome(page: Page): Promise<void> {
  await page.waitForFunction(() => '__SENTRY__' in window)
}

/** Tells what happened, and leaves: that is when the SDK sends the trace. */
async function tellAndLeave(page: Page, words: string): Promise<void> {
  await page.getByLabel('What did you do just before?').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you. It is kept with the report.').waitFor()
  await sdkHasCome(page)
  await page.goto('about:blank')
}

describe('the whole way', () => {
  it('a visitor meets a server error and tells of it; the operator finds it by its digest and resolves it; it comes back', async () => {
    const met = await visitor('/lab/errors/loader-error')
    const digest = (await met.getByTestId('digest').innerText()).replace('Digest: ', '')
    await tellAndLeave(met, 'I only wanted to see the tide')

    const page = await operator('/reports?q=sounding-lead')
    const problem = lines(page).filter({ hasText: 'sounding-lead' })
    const countOf = async () => Number.parseInt(await problem.locator('[title*=" report"]').innerText(), 10)
    // Another attempt at this test leaves what it reported.
    const before = await countOf()
    await paste(page, digest)
    const report = dialog(page)
    await report.locator('h1', { hasText: 'Error' }).waitFor()
    expect(await report.locator('[data-fact=digest]').innerText()).toBe(digest)
    expect(await report.locator('[data-fact=params]').innerText()).toBe('failing=loader-error')
    const frame = report.locator('li[data-own]').first()
    expect(await frame.innerText()).toMatch(/^failWith app\/lab\/failures\.server\.ts:\d+:\d+/)
    expect(await frame.locator('[data-at]').innerText()).toContain('throw new Error(`the ${SECRET} broke`)')
    const edges = await frame
      .locator('pre [data-line]')
      .evaluateAll((list) => list.map((line) => line.getBoundingClientRect()))
    expect(edges).toHaveLength(7)
    expect(new Set(edges.map(({ left }) => left)).size).toBe(1)
    expect(new Set(edges.map(({ top }) => top)).size).toBe(7)
    await report.getByText('I only wanted to see the tide').waitFor()
    await expect
      .poll(() => page.reload().then(() => page.locator('main figure figcaption').innerText()), { timeout: 20_000 })
      .toMatch(/^\d+ spans in/)
    expect(await page.locator('main figure svg[role=img]').count()).toBeGreaterThan(1)

    await hydrated(page)
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.locator('main [data-state=resolved]').waitFor()
    await met.goto('/lab/errors/loader-error')
    await page.goto('/reports?q=sounding-lead')
    await problem.and(page.locator('[data-state=open]')).waitFor()
    expect(await countOf()).toBe(before + 1)
  })

  it('an error of the browser, found by its id, has its stack in our source and what the visitor said', async () => {
    const met = await visitor('/lab/errors')
    await met.getByRole('button', { name: 'Throw while rendering', exact: true }).click()
    const id = (await met.getByTestId('report').innerText()).replace('Report: ', '')
    await tellAndLeave(met, 'I pressed the first button')

    const page = await operator()
    await expect
      .poll(() => page.goto(`/reports/${id}`).then((answer) => answer?.status()), { timeout: 20_000 })
      .toBe(200)
    await page.locator('main h1', { hasText: 'Error' }).waitFor()
    const frame = page.locator('main li[data-own]', { hasText: 'app/routes/{-$locale}/lab/errors.index.tsx' }).first()
    expect(await frame.locator('[data-at]').innerText()).toContain("new Error('thrown while rendering')")
    await page.getByText('I pressed the first button').waitFor()
  })

  it('the speed of pages and navigations arrives, by route and by what was prefetched', async () => {
    const met = await visitor('/lab/links')
    await sdkHasCome(met)
    const first = met.locator('main a[href^="/lab/item/"]').first()
    await first.hover()
    await met.locator('[data-testid=inspector] [data-target="/lab/item/1"][data-state=fresh]').waitFor()
    await first.click()
    await met.waitForURL('**/lab/item/**')
    await met.locator('main h1', { hasText: '1' }).waitFor()
    await visit(met, '/lab/links?preload=false')
    await sdkHasCome(met)
    await met.locator('main a[href^="/lab/item/"]').nth(5).click()
    await met.waitForURL('**/lab/item/**')
    await met.locator('main h1', { hasText: '6' }).waitFor()
    await met.goto('about:blank')

    const page = await operator('/reports/vitals')
    const rows = async () => {
      await page.reload()
      const all = await page
        .locator('main tbody tr')
        .evaluateAll((list) =>
          list.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
        )
      return Object.fromEntries(all.map(([name = '', ...cells]) => [name.replace(/^(.)\1/, '$1'), cells]))
    }
    await expect.poll(rows, { timeout: 20_000 }).toMatchObject({
      Fresh: [expect.stringMatching(/ms$/), '', '1'],
      Nothing: [expect.stringMatching(/ms$/), '', '1'],
      '/lab/links': [
        expect.stringMatching(/^[\d,]+ ms$/),
        expect.stringMatching(/^[\d,]+ ms$/),
        expect.stringMatching(/^[\d.]+$/),
        expect.stringMatching(/^[\d,]+ ms$/),
        '2',
      ],
    })
  })

  it('a digest read over the phone leads to stack, feedback and trace, over the list', async () => {
    const page = await operator()
    await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
    // In small letters, with spaces, an O for a Q and an N for an M.
    await box(page).fill('k7ox 2n9r tb')
    await box(page).press('Enter')
    await dialog(page).locator('h1', { hasText: 'PictureError' }).waitFor()
    expect(await dialog(page).locator('[data-fact=digest]').innerText()).toBe(DIGEST)
    await dialog(page).getByText('It went dark').waitFor()
    expect(await dialog(page).locator('figure svg').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.locator('html[data-kept]').count()).toBe(1)
  })

  it('one that is pasted needs no key, and an unknown one says what to check', async () => {
    const page = await operator()
    await paste(page, `  ${DIGEST}\n`)
    await page.locator('h1', { hasText: 'PictureError' }).waitFor()
    await page.goto('/reports')
    await hydrated(page)
    await paste(page, 'ZZZZZZZZZZ')
    await page.getByRole('heading', { level: 1, name: 'No report has this digest or id' }).waitFor()
    expect(await page.locator('main li').count()).toBe(4)
  })

  it('without JavaScript one signs in, and the box leads to the report', async () => {
    const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/reports')
    await page.locator('main input[name=token]').fill(TOKEN)
    await page.locator('main form button').click()
    await box(page).fill(DIGEST.toLowerCase())
    await box(page).press('Enter')
    await page.waitForURL(/\/reports\/[\da-f]{32}$/)
    await page.locator('main h1', { hasText: 'PictureError' }).waitFor()
    for (const code of [CODE.toLowerCase(), DIGITS]) {
      await page.goto('/reports')
      await box(page).fill(code)
      await box(page).press('Enter')
      await page.waitForURL(`/reports/${DIGITS}`)
    }
  })
})
