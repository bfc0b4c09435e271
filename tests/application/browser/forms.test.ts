import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, newPage, reopen } from '#tests/harness/page.ts'
import { watchCalls } from '#tests/application/browser/watch.ts'

const watch = (page: Page, name: string) => page.getByRole('checkbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a form %s', (_, javaScriptEnabled) => {
  const openCrew = async (): Promise<Page> => {
    if (javaScriptEnabled) return reopen('/crew')
    const page = await newPage({ javaScriptEnabled })
    await page.goto('/crew')
    return page
  }

  it('is sent with the button that was pressed, and with a list of one value', async () => {
    const page = await openCrew()
    await page.getByLabel('Name').fill('Ada')
    await watch(page, 'middle').check()
    await button(page, 'Reserve').click()
    await expect.poll(() => page.locator('output').textContent()).toBe('reserve Ada: middle')
  })

  it('takes a text of the length that the browser allows, line breaks and all', async () => {
    const page = await openCrew()
    await page.getByLabel('Name').fill('Ada')
    await watch(page, 'middle').check()
    await page.getByLabel('Note').pressSequentially('aaaa\nbbbbbccc')
    await button(page, 'Reserve').click()
    await expect.poll(() => page.locator('output').textContent()).toBe(String.raw`reserve Ada: middle "aaaa\nbbbbb"`)
  })

  it('leaves a button with an action of its own to the browser', async () => {
    const page = await openCrew()
    await page.getByLabel('Name').fill('Ada')
    const beside = page.waitForEvent('popup')
    await button(page, 'Preview beside').click()
    await (await beside).waitForURL('**/echo/crew?*name=Ada*')
    await button(page, 'Preview').click()
    await page.waitForURL('**/echo/crew?*name=Ada*')
  })

  it('keeps all values of a list when another field is not valid', async () => {
    const page = await openCrew()
    if (javaScriptEnabled) expectFault(page, /422/)
    await watch(page, 'first').check()
    await watch(page, 'morning').check()
    await button(page, 'Enlist').click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name').fill('Grace')
    expect(await Promise.all(['first', 'middle', 'morning'].map((name) => watch(page, name).isChecked()))).toEqual([
      true,
      false,
      true,
    ])
    await button(page, 'Enlist').click()
    await expect.poll(() => page.locator('output').textContent()).toBe('enlist Grace: first and morning')
  })

  it('says at each choice of a list what is wrong with it', async () => {
    const page = await openCrew()
    if (javaScriptEnabled) expectFault(page, /422/)
    await page.getByLabel('Name').fill('Ada')
    await button(page, 'Enlist').click()
    await page.getByText('Choose a watch.').waitFor()
    for (const name of ['first', 'middle', 'morning']) {
      expect(await watch(page, name).getAttribute('aria-invalid')).toBe('true')
      const id = await watch(page, name).getAttribute('aria-describedby')
      expect(await page.locator(`[id="${id}"]`).textContent()).toContain('Choose a watch.')
    }
    await expect.poll(() => watch(page, 'first').evaluate((input) => input === document.activeElement)).toBe(true)
  })
})

it('several values of a select stay, through a failure without JavaScript and the reload for a new build; a secret does not', async () => {
  const chosen = (page: Page) =>
    page
      .getByLabel('Ports')
      .evaluate((select: HTMLSelectElement) => Array.from(select.selectedOptions, ({ value }) => value))
  const plain = await newPage({ javaScriptEnabled: false })
  await plain.goto('/crew')
  await plain.getByLabel('Ports').selectOption(['Brest', 'Vigo'])
  await button(plain, 'Enlist').click()
  await plain.getByText('Enter a name.').waitFor()
  expect(await chosen(plain)).toEqual(['Brest', 'Vigo'])

  const page = await reopen('/crew')
  expectFault(page, /404/)
  await page.getByLabel('Ports').selectOption(['Lisbon', 'Vigo'])
  await page.getByLabel('Code').fill('1234')
  await page.route('**/_serverFn/**', (route) =>
    route.fulfill({
      status: 404,
      headers: { 'content-type': 'text/plain', 'x-server-function': 'gone', 'x-build': 'newbuild' },
      body: 'gone',
    }),
  )
  await button(page, 'Enlist').click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForLoadState()
  await expect.poll(() => chosen(page)).toEqual(['Lisbon', 'Vigo'])
  expect(await page.getByLabel('Code').inputValue()).toBe('')
})

it('a form that could not be sent is sent again with the same button', async () => {
  const page = await reopen('/crew')
  expectFault(page, /ERR_FAILED/)
  await page.getByLabel('Name').fill('Ada')
  await watch(page, 'first').check()
  await page.route('**/_serverFn/**', (route) => route.abort())
  await button(page, 'Reserve').click()
  const again = button(page, 'Send again')
  await again.waitFor()
  await page.unroute('**/_serverFn/**')
  await again.click()
  await expect.poll(() => page.locator('output').textContent()).toBe('reserve Ada: first')
})

it('the response to a form has the data that it changed, and the page asks for nothing more', async () => {
  const page = await reopen('/forms')
  const calls = watchCalls(page)
  const place = `Buoy ${crypto.randomUUID()}`
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Depth in metres').fill('12')
  await button(page, 'Log it').click()
  await page.getByText(`${place}: 12`).waitFor()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['POST'])
})
