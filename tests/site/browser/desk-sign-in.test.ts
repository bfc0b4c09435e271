import { describe, expect, it } from 'vitest'
import { newDeskPage, withDesk } from '#tests/site/browser/desk-fixture.ts'
import { OTHER_PREFIX, otherMessage } from '#tests/site/languages.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

withDesk()

const message = (key: string) => otherMessage('reports', key)

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the form that signs in, %s', (_, javaScriptEnabled) => {
  it('says what is wrong, with the focus on its field, and then leads to the page that was asked for', async () => {
    const page = await newDeskPage({ javaScriptEnabled })
    const url = `${OTHER_PREFIX}/reports/vitals?days=30`
    await page.goto(url)
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
