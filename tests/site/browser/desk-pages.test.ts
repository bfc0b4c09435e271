import { describe, expect, it } from 'vitest'
import { barriers, CONTRAST } from '#tests/harness/axe.ts'
import { DIGEST, dialog, newDeskPage, rows, operator, server, withDesk } from '#tests/site/browser/desk-fixture.ts'
import { expectFault, hydrated, NARROW, visit } from '#tests/harness/page.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { OTHER_PREFIX, otherMessage } from '#tests/site/languages.ts'

// More problems than fit on screen.
withDesk(240)

describe('a report', () => {
  it('opens over the list and is a page of its own on a hard load', async () => {
    const page = await operator('/reports?q=PictureError')
    await rows(page).first().locator('a').click()
    await dialog(page).locator('h1').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/reports\/[\da-f]{32}$/)
    await page.reload()
    await page.locator('main h1', { hasText: 'PictureError' }).waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
    // Going back before hydration would make React report a mismatch with the document.
    await hydrated(page)
    await page.goBack()
    await page.waitForURL('/reports?q=PictureError')
    await rows(page).first().waitFor()
  })

  it('that is unknown is 404', async () => {
    const page = await operator()
    expectFault(page, /404/)
    expect((await page.goto('/reports/22222222222'))?.status()).toBe(404)
  })

  it('shows untrusted input as text', async () => {
    const page = await operator(`/reports?${new URLSearchParams({ q: 'onerror' })}`)
    await rows(page).first().locator('a').click()
    await dialog(page).locator('h1').filter({ hasText: 'onerror' }).waitFor()
    await page.goto(`/reports/${DIGEST}`)
    await page.locator('main').getByText('<script>window.hacked=1</script>').first().waitFor()
    await page.locator('main details summary').last().click()
    expect(await page.locator('main img, main script[src*="hack"]').count()).toBe(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })
})

describe('the list of problems', () => {
  it('renders only rows near the viewport, however many there are', async () => {
    const page = await operator('/reports?kind=ShoalError&sort=first')
    await page.getByText('240 problems').waitFor()
    expect(await rows(page).count()).toBeLessThan(150)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.locator('main [data-problem] >> nth=-1').innerText()).toContain('shoal')
    expect(await rows(page).count()).toBeLessThan(200)
    await expect.poll(() => page.locator('ol[data-pending]').count()).toBe(0)
  })

  it('keeps its filters in the URL: reload, back, sharing', async () => {
    const page = await operator()
    await page.getByRole('searchbox').fill('pictureerror')
    await page.waitForURL('**/reports?q=pictureerror')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await hydrated(page)
    expect(await page.getByRole('searchbox').inputValue()).toBe('pictureerror')
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.waitForURL(/state=all/)
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('state'))
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('ShoalError')
    await page.getByText('No problems match').waitFor()
  })

  it('is operated by keyboard, with several rows selected', async () => {
    const page = await operator('/reports?kind=ShoalError&q=shoal')
    const first = await rows(page).nth(0).getAttribute('data-problem')
    const second = await rows(page).nth(1).getAttribute('data-problem')
    // Keys have no effect before hydration.
    await expect.poll(() => page.keyboard.press('j').then(() => rows(page).locator('a:focus').count())).toBe(1)
    for (const key of ['k', 'k', 'k', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('e')
    await page.getByText('238 problems').waitFor()
    await page.getByRole('link', { name: 'Resolved', exact: true }).click()
    await page.locator(`[data-problem="${first}"]`).waitFor()
    await page.locator(`[data-problem="${second}"]`).waitFor()
    await page.keyboard.press('j')
    page.once('dialog', (confirm) => void confirm.accept())
    await page.keyboard.press('#')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
  })

  it('has no single keys where these are turned off', async () => {
    const page = await operator('/reports?kind=ShoalError')
    await expect.poll(() => page.keyboard.press('j').then(() => rows(page).locator('a:focus').count())).toBe(1)
    await page.getByText('Keyboard shortcuts', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
    await page.reload()
    await page.getByText('Keyboard shortcuts', { exact: true }).click()
    const use = page.getByRole('checkbox', { name: 'Use keyboard shortcuts' })
    await expect.poll(() => use.isChecked()).toBe(false)
    for (const key of ['j', 'x', 'a']) await page.keyboard.press(key)
    expect(await rows(page).locator('a:focus').count()).toBe(0)
    expect(await page.getByText(/selected/).count()).toBe(0)
    await use.check()
    await page.keyboard.press('j')
    expect(await rows(page).locator('a:focus').count()).toBe(1)
  })

  it('is operated by keyboard, with all matching rows selected', async () => {
    const page = await operator('/reports?kind=ShoalError')
    const all = Number.parseInt(await page.locator('main p[role=status]').innerText(), 10)
    const deselected = await rows(page).nth(0).getAttribute('data-problem')
    await expect.poll(() => page.keyboard.press('j').then(() => rows(page).locator('a:focus').count())).toBe(1)
    for (const key of ['k', 'k', 'k', 'x']) await page.keyboard.press(key)
    await page.getByRole('button', { name: `Select all ${all}` }).waitFor()
    for (const key of ['a', 'x']) await page.keyboard.press(key)
    await page.getByText(`${all - 1} selected`).waitFor()
    await page.keyboard.press('i')
    await page.getByText('1 problem', { exact: true }).waitFor()
    expect(await rows(page).first().getAttribute('data-problem')).toBe(deselected)
    await page.goto('/reports?kind=ShoalError&state=ignored')
    await page.getByText(`${all - 1} problems`).waitFor()
    const bar = page.getByText(`${all - 1} selected`)
    await expect.poll(() => page.keyboard.press('a').then(() => bar.count())).toBe(1)
    await page.keyboard.press('o')
    await page.getByText('No problems match').waitFor()
  })

  it('adds a filter to one whose list still loads', async () => {
    const page = await operator()
    await page.route('**/_serverFn/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('ShoalError')
    expect(await page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('ShoalError')
    await page.getByRole('combobox', { name: 'Seen' }).selectOption('week')
    await page.waitForURL((url) => url.searchParams.get('kind') === 'ShoalError' && url.searchParams.has('since'))
  })

  it('keeps the focus at a row when the one before goes', async () => {
    const page = await operator('/reports?kind=ShoalError')
    await expect.poll(() => page.keyboard.press('j').then(() => rows(page).locator('a:focus').count())).toBe(1)
    await page.keyboard.press('j')
    // Cancelled, nothing happens to it.
    const gone = await rows(page).locator('a:focus').getAttribute('href')
    page.once('dialog', (confirm) => void confirm.dismiss())
    await page.keyboard.press('#')
    expect(await rows(page).locator('a:focus').getAttribute('href')).toBe(gone)
    const next = await rows(page).nth(2).locator('a').first().getAttribute('href')
    await page.keyboard.press('e')
    await page.locator(`main [data-problem] a[href="${gone}"]`).waitFor({ state: 'detached' })
    await expect.poll(() => rows(page).locator('a:focus').getAttribute('href')).toBe(next)
  })

  it('is not left for a look-up that ends after the operator has gone elsewhere', async () => {
    const page = await operator()
    const released = Promise.withResolvers<void>()
    await page.route('**/_serverFn/**', async (route) => {
      if (decodeURIComponent(route.request().url()).includes(DIGEST)) await released.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Digest or report ID' }).fill(DIGEST)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('link', { name: 'Vitals' }).click()
    await page.waitForURL('**/reports/vitals')
    released.resolve()
    await page.waitForTimeout(700)
    expect(new URL(page.url()).pathname).toBe('/reports/vitals')
  })

  it('shows the sign-in form at the same URL when the session has ended', async () => {
    const page = await operator()
    await page.context().clearCookies()
    await page.locator('main input[name=token]').waitFor()
    expect(page.url()).toBe(`${server.origin}/reports`)
  })
})

describe('a page of the desk', () => {
  const pages = [
    '/reports',
    `/reports/${DIGEST}`,
    '/reports/delivery',
    '/reports/vitals',
    '/reports/cache',
    '/reports/jobs',
    '/reports/find?id=zz',
  ]

  // A time zone that the server does not know yet: a mismatch would be logged.
  it.each(pages)('%s hydrates in each language, and axe-core finds nothing serious', async (path) => {
    const page = await operator(path, { timezoneId: 'Pacific/Auckland' })
    expect(await barriers(page), 'wide').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page, CONTRAST), 'wide and dark').toEqual([])
    await page.setViewportSize(NARROW)
    expect(await barriers(page), 'narrow and dark').toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'narrow').toBe(NARROW.width)
    for (const locale of ['de', 'ar']) {
      await page.context().clearCookies({ name: 'tz' })
      await visit(page, `/${locale}${path}`)
    }
    expect(await barriers(page), 'Arabic').toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'Arabic').toBe(NARROW.width)
    const overflowing = await rows(page).evaluateAll(
      (list) => list.filter((line) => line.scrollHeight > line.clientHeight).length,
    )
    expect(overflowing, 'rows that overflow').toBe(0)
  })

  it('has the time zone of the browser after hydration, and from then on in the document', async () => {
    const page = await operator(`/reports/${DIGEST}`, { timezoneId: 'Pacific/Auckland' })
    await page.locator('[data-fact=happened]', { hasText: /GMT\+1[23]/ }).waitFor()
    expect(await (await page.request.get(`/reports/${DIGEST}`)).text()).toMatch(/GMT\+1[23]/)
  })
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the form that signs in, %s', (_, javaScriptEnabled) => {
  const message = (key: string) => otherMessage('reports', key)

  it('says what is wrong, with the focus on its field, and then leads to the page that was asked for', async () => {
    const page = await newDeskPage({ javaScriptEnabled })
    const url = `${OTHER_PREFIX}/reports/vitals?days=30`
    await page.goto(url)
    if (javaScriptEnabled) expect(await barriers(page)).toEqual([])
    const token = page.getByLabel(message('signIn.token'))
    await token.fill('not-the-token')
    await token.press('Enter')
    await page.getByText(message('signIn.wrong')).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(url)
    expect(await token.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await token.getAttribute('aria-describedby').then((id) => page.locator(`#${id}`).innerText())).toContain(
      message('signIn.wrong'),
    )
    expect(await page.content()).not.toContain('not-the-token')

    await token.fill(TOKEN)
    await token.press('Enter')
    await page.getByRole('heading', { name: message('titles.vitals'), level: 1 }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(url)

    await page.getByRole('button', { name: message('header.signOut') }).click()
    await token.waitFor()
    expect(new URL(page.url()).pathname).toBe(`${OTHER_PREFIX}/reports`)
    await page.goto('/reports/delivery')
    await page.getByLabel('Operator token').waitFor()
  })
})
