import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectFault, open, visit } from '#tests/harness/page.ts'

const places = (page: Page) => Promise.all(['loaded', 'rendered'].map((id) => page.getByTestId(id).innerText()))
const link = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true })

it('a page says where it was loaded and rendered', async () => {
  const page = await open('/lab/slots')
  expect(await places(page)).toEqual(['on the server', 'on the server'])
  await visit(page, '/lab/slots/data')
  expect(await places(page)).toEqual(['on the server', 'in the browser'])
  await visit(page, '/lab/slots/browser')
  expect(await places(page)).toEqual(['in the browser', 'in the browser'])
  await link(page, 'On the server').click()
  await page.waitForURL('**/lab/slots')
  expect(await places(page)).toEqual(['in the browser', 'in the browser'])
  await page.getByRole('link', { name: 'Load this page again' }).click()
  await expect.poll(() => places(page)).toEqual(['on the server', 'on the server'])
})

it('a note keeps its text while the page changes, and one that fails leaves the page standing', async () => {
  const page = await open('/lab/slots')
  expectFault(page, /This note cannot be shown/)
  await link(page, 'Note 1').click()
  await page.getByRole('textbox').fill('ahoy')
  await link(page, 'In the browser').click()
  await page.waitForURL('**/lab/slots/browser')
  expect(await page.getByRole('textbox').inputValue()).toBe('ahoy')
  await page.getByRole('button', { name: 'A note that fails' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByTestId('slot').innerText()).toContain('This note cannot be shown.')
  await link(page, 'Note 2').click()
  await page.getByRole('textbox', { name: 'Note 2' }).waitFor()
})
