import { describe, expect, it } from 'vitest'
import reports from '#app/locales/de/reports.json' with { type: 'json' }
import { browser, server } from '#tests/site/browser/desk-fixture.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the form that signs in, %s', (_, javaScriptEnabled) => {
  it('says what is wrong, with the focus on its field, and then leads to the page that was asked for', async () => {
    const page = await (await browser.newContext({ baseURL: server.origin, javaScriptEnabled })).newPage()
    const url = '/de/reports/vitals?days=30'
    await page.goto(url)
    const token = page.getByLabel(reports.signIn.token)
    await token.fill('not-the-token')
    await token.press('Enter')
    await page.getByText(reports.signIn.wrong).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(url)
    expect(await token.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await token.getAttribute('aria-describedby').then((id) => page.locator(`#${id}`).innerText())).toContain(
      reports.signIn.wrong,
    )
    expect(await page.content()).not.toContain('not-the-token')

    await token.fill(TOKEN)
    await token.press('Enter')
    await page.getByRole('heading', { name: reports.titles.vitals, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(url)

    await page.getByRole('button', { name: reports.header.signOut }).click()
    await token.waitFor()
    expect(new URL(page.url()).pathname).toBe('/de/reports')
    await page.goto('/reports/delivery')
    await page.getByLabel('Operator token').waitFor()
  })
})
