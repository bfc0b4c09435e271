import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, open } from '#tests/harness/page.ts'
import { goTo } from '#tests/application/browser/watch.ts'

const note = (page: Page) => page.getByLabel('Note')
async function expectNote(page: Page, text: string): Promise<void> {
  await expect.poll(() => note(page).inputValue()).toBe(text)
}
const follow = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

it('state survives a reload, Back and Forward, and another document, each history entry with its own', async () => {
  const page = await open('/noted/1')
  await note(page).fill('of the first')
  await page.reload()
  await hydrated(page)
  await expectNote(page, 'of the first')

  await follow(page, 'Two')
  await heading(page, 'Noted 2')
  await expectNote(page, '')
  await note(page).fill('of the second')
  await page.goBack()
  await heading(page, 'Noted 1')
  await expectNote(page, 'of the first')
  await page.goForward()
  await heading(page, 'Noted 2')
  await expectNote(page, 'of the second')

  // A new entry of the same page has the initial value.
  await goTo(page, '/start')
  await page.waitForURL('**/start')
  await goTo(page, '/noted/2')
  await heading(page, 'Noted 2')
  await expectNote(page, '')

  await page.goto('/start')
  await page.goBack()
  await hydrated(page)
  await page.goBack()
  await page.goBack()
  await heading(page, 'Noted 2')
  await expectNote(page, 'of the second')
})

it('a navigation that keeps the component keeps its state', async () => {
  const page = await open('/noted/1')
  await note(page).fill('first')
  await follow(page, 'Tab')
  await page.waitForURL('**/noted/1?tab=two')
  await expectNote(page, 'first')
  await note(page).fill('second')
  await page.reload()
  await hydrated(page)
  await expectNote(page, 'second')
  await page.goBack()
  await page.waitForURL('**/noted/1')
  await expectNote(page, 'first')
})
