import type { QueryClient } from '@tanstack/react-query'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { siteName } from '#app/site.ts'
import { barriers } from '#tests/harness/axe.ts'
import { expectFault, newPage, open } from '#tests/harness/page.ts'

const FORMS = '/lab/forms'

/** Properties that the tests add to the window. */
type Alive = { __TSR_ROUTER__: { options: { context: { queryClient: QueryClient } } } }

async function log(page: Page, place: string, depth: string): Promise<void> {
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Depth in metres').fill(depth)
  await page.getByRole('button', { name: 'Log it', exact: true }).click()
}

describe('a form with JavaScript', () => {
  it("shows the optimistic result at once, and the server's when it arrives", async () => {
    const page = await open(FORMS)
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await log(page, 'Roads', '12.5')
    await page.locator('[data-testid=soundings] li[data-pending]').waitFor()
    expect(await page.getByRole('button', { name: 'Saving…' }).isDisabled()).toBe(true)
    await page.locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'Roads: 12.5' }).first().waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('')
  })

  it('invalidates prefetched data of the queries that it names, and of no others', async () => {
    const page = await open(FORMS)
    await page.evaluate(() => {
      const { queryClient } = (window as unknown as Alive).__TSR_ROUTER__.options.context
      for (const name of ['soundings', 'item']) queryClient.setQueryData(['lab', name, 'of a page to come'], {})
    })
    await log(page, 'Fairway', '8')
    await page.locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'Fairway: 8' }).first().waitFor()
    const invalidated = await page.evaluate(() => {
      const { queryClient } = (window as unknown as Alive).__TSR_ROUTER__.options.context
      return queryClient
        .getQueryCache()
        .findAll({ predicate: ({ state }) => state.isInvalidated })
        .map((query) => query.queryKey)
    })
    expect(invalidated).toEqual([['lab', 'soundings', 'of a page to come']])
  })

  it('shows field errors, rolls the optimistic result back, and keeps the input', async () => {
    const page = await open(FORMS)
    expectFault(page, /422/)
    await log(page, 'Deep', '20000')
    await page.getByText('A depth is a number from 0 to 11000.').waitFor()
    expect(await page.getByLabel('Depth in metres').inputValue()).toBe('20000')
    expect(await page.getByLabel('Depth in metres').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[data-testid=soundings] li', { hasText: 'Deep' }).count()).toBe(0)
  })

  it('redirects to another page', async () => {
    const page = await open(FORMS)
    expectFault(page, /422/)
    await log(page, '', 'deep')
    const form = page.locator('form#sounding')
    await form.getByRole('alert').filter({ hasText: '2 fields need to be corrected.' }).waitFor()
    const place = page.getByLabel('Place')
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
    const page = await open(FORMS)
    expectFault(page, /422/)
    await log(page, 'Roads', 'deep')
    await page.locator('form#sounding [role=alert]').waitFor()
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('Choose a file first.').waitFor()
    expect(await page.locator('form#sounding [role=alert]').count()).toBe(1)
    expect(await page.locator('form#upload [role=alert]').count()).toBe(1)
    await log(page, 'Roads', '9.5')
    await page.locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'Roads: 9.5' }).first().waitFor()
    expect(await page.locator('form#sounding [role=alert]').count()).toBe(0)
    expect(await page.locator('form#upload [role=alert]').count()).toBe(1)
  })

  it('goes on to another page, in its language, which shows a message until the next one', async () => {
    const page = await open(`/de${FORMS}`)
    await page.getByLabel('Eintragen und zur Startseite').check()
    await page.getByLabel('Ort').fill('Außen')
    await page.getByLabel('Tiefe in Metern').fill('7')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    await page.waitForURL('**/de')
    const message = page.getByRole('status').filter({ hasText: 'Außen wurde mit 7 m Tiefe eingetragen.' })
    await message.waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Handbuch' }).first().click()
    await page.waitForURL('**/de/handbook')
    expect(await message.count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: siteName }).waitFor()
    expect(await message.count()).toBe(0)
  })

  it('says of a file that is too large, before it is sent', async () => {
    const page = await open(FORMS)
    const posts: string[] = []
    page.on('request', (request) => request.url().includes('/_serverFn/') && posts.push(request.url()))
    const choose = (bytes: number) =>
      page.getByLabel('File, up to 5 MB').setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(bytes) })
    await choose(5_000_001)
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('The file is larger than 5 MB.').waitFor()
    expect(await page.getByLabel('File, up to 5 MB').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(posts).toEqual([])
    await choose(10)
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('a.bin was received: 10 bytes.').waitFor()
  })

  it('says that it is too large as a whole, before it is sent, and has what was typed', async () => {
    const page = await open(FORMS)
    const posts: string[] = []
    page.on('request', (request) => request.url().includes('/_serverFn/') && posts.push(request.url()))
    // A field of which the schema knows nothing.
    await page.locator('form#sounding').evaluate((form) => {
      form.append(Object.assign(document.createElement('textarea'), { name: 'more', value: 'x'.repeat(1_100_000) }))
    })
    await log(page, 'Roads', '9')
    await page.getByRole('alert').filter({ hasText: 'larger than the server accepts' }).waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    expect(posts).toEqual([])
  })

  it('sends a file of more than 1 MB where its function takes more', async () => {
    const page = await open(FORMS)
    const choose = (bytes: number) =>
      page.getByLabel('File, up to 5 MB').setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(bytes) })
    await choose(3_000_000)
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('a.bin was received: 3,000,000 bytes.').waitFor()
  })

  it('shows how much of a file has been sent', async () => {
    const page = await open(FORMS)
    const network = await page.context().newCDPSession(page)
    const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 }
    await network.send('Network.emulateNetworkConditions', limits)
    await page
      .getByLabel('File, up to 5 MB')
      .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(500_000) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    const share = () => page.getByRole('progressbar', { name: 'Send a file' }).getAttribute('value')
    await expect.poll(async () => Number(await share()), { interval: 20 }).toSatisfy((is) => is > 0 && is < 1)
    await page.getByText('a.bin was received: 500,000 bytes.').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Send a file' }).count()).toBe(0)
  })

  it('delays no other call and no navigation', async () => {
    const page = await open(FORMS)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let waiting = 0
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST' && ++waiting <= 2) await held
      // The page that asked may be gone.
      await route.continue().catch(() => {})
    })
    await log(page, 'Held up', '6')
    await page.getByRole('button', { name: 'Read soundings' }).click()
    await expect.poll(() => waiting).toBe(2)
    await page
      .getByLabel('File, up to 5 MB')
      .setInputFiles({ name: 'b.bin', mimeType: 'x/y', buffer: Buffer.alloc(10) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('b.bin was received: 10 bytes.').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: siteName }).waitFor()
    expect(waiting).toBe(3)
    release()
  })

  it('aborts a stream, also on the server', async () => {
    const page = await open(FORMS)
    // Start says so by itself.
    expectFault(page, /Stream processing error: AbortError/)
    const cancelled = async () => Number(/\d+/.exec(await page.getByTestId('cancelled').innerText())?.[0])
    const before = await cancelled()
    await page.getByRole('button', { name: 'Read soundings' }).click()
    await expect.poll(() => page.getByTestId('depths').innerText()).toMatch(/^3 4 5/)
    // Meanwhile other calls and navigations go on.
    await log(page, 'While streaming', '5')
    await page
      .locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'While streaming' })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(cancelled).toBe(before + 1)
  })

  it('offers a reload when its server function no longer exists', async () => {
    const page = await open(FORMS)
    expectFault(page, /404/)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Call a function that no longer exists' }).click()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  })
})

describe('a form without JavaScript', () => {
  const off = { javaScriptEnabled: false }

  it('responds 303 to its page, which has the messages and the input', async () => {
    const page = await newPage(off)
    await page.goto(`/de${FORMS}?a=1`)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByLabel('Ort').fill('Reede & "Bucht"')
    await page.getByLabel('Tiefe in Metern').fill('zwölf')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    const { status, location } = { status: (await answer).status(), location: (await answer).headers().location }
    expect({ status, location }).toEqual({ status: 303, location: `/de${FORMS}?a=1` })
    await page.getByText('Eine Tiefe ist eine Zahl von 0 bis 11000.').waitFor()
    expect(await page.getByLabel('Ort').inputValue()).toBe('Reede & "Bucht"')
    expect(await page.getByLabel('Tiefe in Metern').inputValue()).toBe('zwölf')
    await page.getByLabel('Tiefe in Metern').fill('12')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    await page.getByText('Reede & "Bucht": 12').first().waitFor()
    expect(await page.getByLabel('Ort').inputValue()).toBe('')
  })

  it('shows a whole streamed response at once, and the result of a file', async () => {
    const page = await newPage(off)
    await page.goto(`${FORMS}?a=1`)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Read soundings' }).click()
    expect((await answer).status()).toBe(303)
    expect(await page.getByTestId('depths').innerText()).toMatch(/^3 4 5 .* 31 32$/)
    expect(new URL(page.url()).search).toBe('?a=1')
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).isDisabled()).toBe(true)
    await page
      .getByLabel('File, up to 5 MB')
      .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(10) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('a.bin was received: 10 bytes.').waitFor()
    // Said once.
    await page.reload()
    expect(await page.getByText('a.bin').count()).toBe(0)
  })

  it('says that files must be chosen again', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await page
      .getByLabel('File, up to 5 MB')
      .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(5_000_001) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.getByText('The file is larger than 5 MB. Files cannot be kept. Choose the file again.').waitFor()
  })

  it('of an older build keeps the input and offers a reload', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await page.getByRole('button', { name: 'Call a function that no longer exists' }).click()
    await page.getByRole('alert').filter({ hasText: 'The server has been updated' }).waitFor()
    // A form that was open while the server was updated.
    await page.locator('form#sounding').evaluate((form) => form.setAttribute('action', '/_serverFn/0000?form=sounding'))
    await page.getByLabel('Place').fill('Roads')
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Log it', exact: true }).click()
    expect((await answer).status()).toBe(303)
    await page.getByRole('link', { name: 'Reload' }).click()
    expect(await page.getByRole('link', { name: 'Reload' }).count()).toBe(0)
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    await log(page, 'Roads', '4.25')
    await page.getByText('Roads: 4.25').first().waitFor()
  })

  it('goes on to another page, in its language, which shows a message once', async () => {
    const page = await newPage(off)
    await page.goto(`/ar${FORMS}`)
    await page.locator('form#sounding input[type=checkbox]').check()
    await page.locator('#sounding-place').fill('Inner')
    await page.locator('#sounding-depth').fill('3')
    await page.locator('form#sounding button').click()
    expect(new URL(page.url()).pathname).toBe('/ar')
    const message = page.getByRole('status').filter({ hasText: 'Inner' })
    expect(await message.count()).toBe(1)
    await page.reload()
    expect(await message.count()).toBe(0)
  })

  it('that is too large comes back, says so, and has what was typed', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await page.getByLabel('Place').fill('Roads')
    await page.locator('form#sounding').evaluate((form) => {
      form.append(Object.assign(document.createElement('textarea'), { name: 'more', value: 'x'.repeat(1_100_000) }))
    })
    await page.getByLabel('Depth in metres').fill('9')
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Log it', exact: true }).click()
    expect((await answer).status()).toBe(303)
    await page.getByRole('alert').filter({ hasText: 'larger than the server accepts' }).waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    await page
      .getByLabel('File, up to 5 MB')
      .setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(6_000_000) })
    await page.getByRole('button', { name: 'Send the file' }).click()
    await page.locator('form#upload').getByRole('alert').filter({ hasText: 'larger than the server accepts' }).waitFor()
    await page.getByText('Files cannot be kept. Choose the file again.').waitFor()
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
  })

  it('has the focus at the first field that is not valid, and a message that describes it', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await log(page, '', 'deep')
    const place = page.getByLabel('Place')
    await page.getByRole('alert').filter({ hasText: '2 fields need to be corrected.' }).waitFor()
    expect(await place.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await place.getAttribute('aria-describedby')).toBe('sounding-place-error')
  })

  it('follows the redirect of a server function with 303', async () => {
    const page = await newPage(off)
    await page.goto('/lab/redirects')
    await page.getByRole('button', { name: /303/ }).click()
    expect(new URL(page.url()).pathname).toBe('/lab')
  })
})

describe('a redirect', () => {
  it.each([307, 308])('%i by a loader is a response of the server', async (status) => {
    const response = await fetch(`${inject('origin')}/ar/lab/redirects/${status}`, { redirect: 'manual' })
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe('/ar/lab')
  })

  it('is followed without a document, by a link and by a server function', async () => {
    const page = await open('/lab/redirects')
    await page.getByRole('link', { name: '307' }).click()
    await page.waitForURL('**/lab')
    await page.goBack()
    await page.getByRole('button', { name: /303/ }).click()
    await page.waitForURL('**/lab')
  })
})
