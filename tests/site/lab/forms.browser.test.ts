import type { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { siteName } from '#app/site.ts'
import { barriers } from '#tests/harness/axe.ts'
import { expectFault, open, reopen } from '#tests/harness/page.ts'
import { watchCalls } from '#tests/application/browser/watch.ts'
import { FORMS, logged, logSounding, sendFile } from '#tests/site/lab/log-sounding.ts'

/** Properties that the tests add to the window. */
type Alive = { __TSR_ROUTER__: { options: { context: { queryClient: QueryClient } } } }

describe('a form with JavaScript', () => {
  it("shows the optimistic result at once, and the server's when it arrives", async () => {
    const page = await reopen(FORMS)
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await logSounding(page, 'Roads', '12.5')
    await page.locator('[data-testid=soundings] li[data-pending]').waitFor()
    expect(await page.getByRole('button', { name: 'Saving…' }).isDisabled()).toBe(true)
    await logged(page, 'Roads: 12.5').waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('')
  })

  it('asks before it is left with what was typed, and not once that is sent', async () => {
    const page = await reopen(FORMS)
    await page.getByLabel('Place').fill('Roads')
    const leave = () => page.locator('header').getByRole('link', { name: 'Handbook', exact: true }).click()
    await leave()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    await logSounding(page, 'Roads', '12.5')
    await expect.poll(() => page.getByLabel('Place').inputValue()).toBe('')
    await leave()
    await page.waitForURL('**/handbook')
  })

  it('invalidates prefetched data of the queries that it names, and of no others', async () => {
    const page = await reopen(FORMS)
    await page.evaluate(() => {
      const { queryClient } = (window as unknown as Alive).__TSR_ROUTER__.options.context
      for (const name of ['soundings', 'item']) queryClient.setQueryData(['lab', name, 'of a page to come'], {})
    })
    await logSounding(page, 'Fairway', '8')
    await logged(page, 'Fairway: 8').waitFor()
    const invalidated = await page.evaluate(() => {
      const { queryClient } = (window as unknown as Alive).__TSR_ROUTER__.options.context
      return queryClient
        .getQueryCache()
        .findAll({ predicate: ({ state }) => state.isInvalidated })
        .map((query) => query.queryKey)
    })
    expect(invalidated).toEqual([['lab', 'soundings', 'of a page to come']])
  })

  it('shows field errors, rolls the optimistic result back, keeps the input, and focuses what is wrong', async () => {
    const page = await reopen(FORMS)
    expectFault(page, /422/)
    const [place, depth] = [page.getByLabel('Place'), page.getByLabel('Depth in metres')]
    await logSounding(page, 'Deep', '20000')
    await page.getByText('A depth is a number from 0 to 11000.').waitFor()
    expect(await depth.inputValue()).toBe('20000')
    expect(await depth.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[data-testid=soundings] li', { hasText: 'Deep' }).count()).toBe(0)

    await logSounding(page, '', 'deep')
    const form = page.locator('form#sounding')
    await form.getByRole('alert').filter({ hasText: '2 fields need to be corrected.' }).waitFor()
    await expect.poll(() => place.evaluate((field) => field === document.activeElement)).toBe(true)
    const described = await place.evaluate((field) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? ''),
    )
    expect(described).not.toBeNull()
    expect(await page.locator('#sounding-place-error').innerText()).toBe('Enter a place.')
    expect([await place.getAttribute('required'), await place.getAttribute('maxlength')]).toEqual(['', '80'])
    expect(await barriers(page)).toEqual([])
  })

  it('has failures of its own beside those of another form', async () => {
    const page = await reopen(FORMS)
    expectFault(page, /422/)
    await logSounding(page, 'Roads', 'deep')
    await page.locator('form#sounding [role=alert]').waitFor()
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('Choose a file first.').waitFor()
    expect(await page.locator('form#sounding [role=alert]').count()).toBe(1)
    expect(await page.locator('form#upload [role=alert]').count()).toBe(1)
    await logSounding(page, 'Roads', '9.5')
    await logged(page, 'Roads: 9.5').waitFor()
    expect(await page.locator('form#sounding [role=alert]').count()).toBe(0)
    expect(await page.locator('form#upload [role=alert]').count()).toBe(1)
  })

  it('goes on to another page, in its language, which shows a message until the next one', async () => {
    const page = await reopen(`/de${FORMS}`)
    await page.getByLabel('Eintragen und zur Startseite').check()
    await page.getByLabel('Ort').fill('Außen')
    await page.getByLabel('Tiefe in Metern').fill('7')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    await page.waitForURL('**/de')
    const message = page.getByRole('status').filter({ hasText: 'Außen wurde mit 7 m Tiefe eingetragen.' })
    await message.waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Labor', exact: true }).first().click()
    await page.waitForURL('**/de/lab')
    expect(await message.count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: siteName }).waitFor()
    expect(await message.count()).toBe(0)
  })

  it('says of a file that is too large, before it is sent, and sends one of more than 1 MB', async () => {
    const page = await reopen(FORMS)
    const calls = watchCalls(page)
    await sendFile(page, 5_000_001)
    await page.getByText('The file is larger than 5 MB.').waitFor()
    expect(await page.getByLabel('File, up to 5 MB').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(calls).toEqual([])
    await sendFile(page, 3_000_000)
    await page.getByText('a.bin was received: 3,000,000 bytes.').waitFor()
  })

  it('says that it is too large as a whole, before it is sent, and has what was typed', async () => {
    const page = await reopen(FORMS)
    const calls = watchCalls(page)
    // A field of which the schema knows nothing.
    await page.locator('form#sounding').evaluate((form) => {
      form.append(Object.assign(document.createElement('textarea'), { name: 'more', value: 'x'.repeat(1_100_000) }))
    })
    await logSounding(page, 'Roads', '9')
    await page.getByRole('alert').filter({ hasText: 'larger than the server accepts' }).waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    expect(calls).toEqual([])
  })

  it('shows how much of a file has been sent', async () => {
    const page = await open(FORMS)
    const network = await page.context().newCDPSession(page)
    const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 }
    await network.send('Network.emulateNetworkConditions', limits)
    await sendFile(page, 500_000)
    const share = () => page.getByRole('progressbar', { name: 'Send a file' }).getAttribute('value')
    await expect.poll(async () => Number(await share()), { interval: 20 }).toSatisfy((is) => is > 0 && is < 1)
    await page.getByText('a.bin was received: 500,000 bytes.').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Send a file' }).count()).toBe(0)
  })

  it('delays no other call and no navigation', async () => {
    const page = await reopen(FORMS)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let waiting = 0
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST' && ++waiting <= 2) await held
      // The page that asked may be gone.
      await route.continue().catch(() => {})
    })
    await logSounding(page, 'Held up', '6')
    await page.getByRole('button', { name: 'Read soundings' }).click()
    await expect.poll(() => waiting).toBe(2)
    await sendFile(page, 10, 'b.bin')
    await page.getByText('b.bin was received: 10 bytes.').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    // What was typed is not saved yet.
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: siteName }).waitFor()
    expect(waiting).toBe(3)
    release()
  })

  it('aborts a stream, also on the server', async () => {
    const page = await reopen(FORMS)
    // Start logs it too.
    expectFault(page, /Stream processing error: AbortError/)
    const cancelled = async () => Number(/\d+/.exec(await page.getByTestId('cancelled').innerText())?.[0])
    const before = await cancelled()
    await page.getByRole('button', { name: 'Read soundings' }).click()
    await expect.poll(() => page.getByTestId('depths').innerText()).toMatch(/^3 4 5/)
    // Meanwhile other calls and navigations go on.
    await logSounding(page, 'While streaming', '5')
    await logged(page, 'While streaming').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(cancelled).toBe(before + 1)
  })
})

it('a form that names no queries renews all that its page shows', async () => {
  const page = await reopen(FORMS)
  await page.waitForLoadState('networkidle')
  const other = await open(FORMS)
  await logSounding(other, 'Logged elsewhere', '4')
  await logged(other, 'Logged elsewhere').waitFor()
  await sendFile(page, 10)
  await page.locator('[data-testid=soundings] li', { hasText: 'Logged elsewhere' }).waitFor()
  await page.getByText('a.bin was received: 10 bytes.').waitFor()
})
