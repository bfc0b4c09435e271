import { describe, expect, it } from 'vitest'
import { box, browser, DIGEST, dialog, lines, operator, paste, server } from '#tests/browser/desk-page.ts'
import { hydrated } from '#tests/browser/page.ts'
import { TOKEN } from '#tests/http/desk.ts'

describe('the whole way', () => {
  it('a visitor meets an error; the operator finds, resolves and sees it come back', async () => {
    const visitor = await browser.newPage()
    // The SDK is there once it has sent its session: errors from before have other stacks.
    const session = visitor.waitForRequest('**/monitoring')
    await visitor.goto(`${server.origin}/lab`)
    await session
    const fail = () => visitor.evaluate(() => setTimeout(() => void Promise.reject(new Error('the buoy is gone')), 0))
    await fail()

    const page = await operator('/reports?q=buoy&state=all')
    const line = lines(page).filter({ hasText: 'the buoy is gone' })
    await line.waitFor({ timeout: 20_000 })
    await line.locator('a').click()
    await dialog(page).getByText('/{-$locale}/lab/').first().waitFor()
    await dialog(page).getByRole('button', { name: 'Resolve' }).click()
    await dialog(page).locator('[data-state=resolved]').waitFor()
    await page.keyboard.press('Escape')
    await line.and(page.locator('[data-state=resolved]')).waitFor()

    // The SDK drops an error that is the same as the last.
    await visitor.evaluate(() => setTimeout(() => void Promise.reject(new Error('something else')), 0))
    await visitor.waitForTimeout(500)
    await fail()
    await line.and(page.locator('[data-state=open]')).waitFor({ timeout: 20_000 })
    expect(await line.locator('[title$=" reports"]').count()).toBe(1)
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
  })
})
