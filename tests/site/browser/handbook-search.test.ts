import { expect, it } from 'vitest'
import { reopen } from '#tests/harness/page.ts'

it('Enter chooses a result of the search, but not where it ends a composition, as Safari tells by the key code', async () => {
  const page = await reopen('/ja/handbook')
  const field = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
  await field.fill('segm')
  await page.getByRole('option').first().waitFor()
  await field.evaluate((element) => {
    const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
    const composed = new KeyboardEvent('keydown', init)
    if (!element.dispatchEvent(composed)) throw new Error('Enter has chosen a result')
  })
  expect(await page.getByRole('option').first().isVisible()).toBe(true)
  await field.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/ja/handbook/'))
})
