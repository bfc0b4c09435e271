import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, newPage, open } from '#tests/harness/page.ts'
import { hold } from '#tests/application/browser/watch.ts'

const UNTOUCHED = {
  changed: false,
  kept: '',
  text: 'as it was',
  isChecked: false,
  watch: 'first',
  port: '',
  heard: '',
}
const EARLY = {
  changed: true,
  kept: 'early',
  text: 'early text',
  isChecked: true,
  watch: 'middle',
  port: 'Vigo',
  heard: 'early too',
}

describe.each([
  ['a page', 'whole'],
  ['a part of a page', 'part'],
])('what a visitor types in %s before it hydrates', (_, part) => {
  const section = (page: Page) => page.getByRole('region', { name: part })
  const field = (page: Page, name: string) => section(page).getByLabel(name, { exact: true })
  const state = async (page: Page) => JSON.parse((await section(page).locator('output').textContent()) ?? '') as unknown

  async function type(page: Page): Promise<void> {
    await field(page, 'Name').fill('Ada')
    await field(page, 'Kept').fill('early')
    await field(page, 'Text').fill('early text')
    await field(page, 'Checked').check()
    await field(page, 'middle').check()
    await field(page, 'Port').selectOption('Vigo')
    await field(page, 'Heard').fill('early too')
  }

  async function expectEarly(page: Page): Promise<void> {
    await expect.poll(() => state(page)).toEqual(EARLY)
    expect(await field(page, 'Name').inputValue()).toBe('Ada')
    expect(await field(page, 'Kept').inputValue()).toBe('early')
    expect(await field(page, 'Text').inputValue()).toBe('early text')
    expect(await field(page, 'Checked').isChecked()).toBe(true)
    expect(await field(page, 'middle').isChecked()).toBe(true)
    expect(await field(page, 'Port').inputValue()).toBe('Vigo')
    // The page asks before it is left.
    await page.locator('main').getByRole('link', { name: 'Start' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  }

  it('is the state of its fields', async () => {
    const page = await newPage()
    const release = await hold(page, '**/_build/**/*.js')
    await page.goto('/early', { waitUntil: 'commit' })
    await type(page)
    release()
    await hydrated(page)
    await expectEarly(page)
  })

  it('is the state of its fields, also when the browser restores it after Back', async () => {
    const page = await open('/early')
    await type(page)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto('/start')
    await page.goBack()
    await hydrated(page)
    await expectEarly(page)
  })
})

it('a page in which nothing was typed is as the server rendered it', async () => {
  const page = await open('/early')
  await page.getByTestId('inspector').waitFor()
  const states = await page.locator('output').allTextContents()
  expect(states.map((text) => JSON.parse(text) as unknown)).toEqual([UNTOUCHED, UNTOUCHED])
})
