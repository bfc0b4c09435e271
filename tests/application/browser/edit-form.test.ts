import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, newPage, open } from '#tests/harness/page.ts'
import { hold, watchCalls } from '#tests/application/browser/watch.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const newId = () => `piece-${crypto.randomUUID()}`

/** Returns what the fields of the edit form hold. */
async function held(page: Page): Promise<string> {
  const text = await Promise.all(['Name', 'Count', 'Kind', 'Reset'].map((name) => page.getByLabel(name).inputValue()))
  const checked = await page
    .locator('form input:checked')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  return [...text, ...checked].join(', ')
}

const FIRST = 'Riding light, 3, line, weekly, large, spare'
const EDITED = 'Anchor light, 5, lamp, daily, small, brass, tarred'

async function edit(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('  Anchor light ')
  await page.getByLabel('Kind').selectOption('lamp')
  await page.getByLabel('Reset').fill('daily')
  await page.getByLabel('small').check()
  for (const tag of ['brass', 'spare', 'tarred']) await page.getByLabel(tag).click()
  await page.getByLabel('Count').fill('5')
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a form that edits a row, %s,', (_, javaScriptEnabled) => {
  const openForm = async (id: string): Promise<Page> => {
    if (javaScriptEnabled) return open(`/piece/${id}/edit`)
    const page = await newPage({ javaScriptEnabled })
    await page.goto(`/piece/${id}/edit`)
    return page
  }

  it('begins with its values, and after it was saved with what the server has made of them', async () => {
    const page = await openForm(newId())
    expect(await held(page)).toBe(FIRST)
    await edit(page)
    // The field with the focus sends it.
    await page.getByLabel('Count').press('Enter')
    await page.getByText('version 2').waitFor()
    await expect.poll(() => held(page)).toBe(EDITED)
    await page.getByLabel('Name').fill('Stern light')
    await button(page, 'Save').click()
    await page.getByText('version 3').waitFor()
    await expect.poll(() => held(page)).toBe(EDITED.replace('Anchor', 'Stern'))
  })

  it('keeps what was typed, and unchecked, when it is refused', async () => {
    const page = await openForm(newId())
    if (javaScriptEnabled) expectFault(page, /422/)
    await page.getByLabel('spare').uncheck()
    await page.getByLabel('Name').fill('')
    await page.getByLabel('Count').fill('7')
    await button(page, 'Save').click()
    await page.getByText('Enter a name.').waitFor()
    expect(await held(page)).toBe(', 7, line, weekly, large')
  })

  it('does not overwrite what somebody else has saved since', async () => {
    const id = newId()
    const page = await openForm(id)
    if (javaScriptEnabled) expectFault(page, /422|409/)
    await page.getByLabel('Count').fill('9')
    const other = await openForm(id)
    await other.getByLabel('Name').fill('Stern light')
    await button(other, 'Save').click()
    await other.getByText('version 2').waitFor()

    // It is shown again, and its page with what is new, before it is sent.
    await page.getByLabel('Name').fill('')
    await button(page, 'Save').click()
    await page.getByText('Enter a name.').waitFor()
    if (javaScriptEnabled) await page.evaluate(() => window.__TSR_ROUTER__?.invalidate())
    await page.getByLabel('Name').fill('Riding light')
    await button(page, 'Save').click()
    await page.getByText('Somebody has changed it since.').waitFor()
    await page.goto(page.url())
    await page.getByText('version 2').waitFor()
    expect(await held(page)).toBe(FIRST.replace('Riding', 'Stern'))
  })
})

it('a form that is refused with 409 has its page renewed, and keeps what was typed', async () => {
  const id = newId()
  const page = await open(`/piece/${id}/edit`)
  expectFault(page, /409/)
  await page.getByLabel('Count').fill('9')
  const other = await open(`/piece/${id}/edit`)
  await button(other, 'Save').click()
  await other.getByText('version 2').waitFor()
  const renewed = page.waitForResponse(
    async (response) => response.request().method() === 'GET' && (await response.text()).includes('Riding light'),
  )
  await button(page, 'Save').click()
  await page.getByText('Somebody has changed it since.').waitFor()
  expect((await renewed).status()).toBe(200)
  expect(await page.getByLabel('Count').inputValue()).toBe('9')
})

describe('an optimistic form that gives way to another', () => {
  it('is sent all the same', async () => {
    const page = await open(`/piece/${newId()}`)
    // Until it has given way.
    const release = await hold(page, '**/_serverFn/**')
    await button(page, 'Lend').click()
    await button(page, 'Take back').waitFor()
    release()
    await page.waitForLoadState('networkidle')
    await page.reload()
    await button(page, 'Take back').waitFor()
  })

  it('leads to the next page', async () => {
    const page = await open(`/piece/${newId()}`)
    await button(page, 'Lend and edit').click()
    await page.getByRole('heading', { name: 'Edit', exact: true }).waitFor()
  })

  it('shows why it was refused once it is back', async () => {
    const page = await open(`/piece/broken-${crypto.randomUUID()}`)
    expectFault(page, /409/)
    await button(page, 'Lend').click()
    await page.getByText('It is being mended.').waitFor()
    await button(page, 'Lend').waitFor()
  })

  it('says that it was not sent, and is sent again', async () => {
    const page = await open(`/piece/${newId()}`)
    expectFault(page, /ERR_FAILED/)
    await page.route('**/_serverFn/**', (route) => route.abort())
    await button(page, 'Lend').click()
    await button(page, 'Send again').waitFor()
    await page.unroute('**/_serverFn/**')
    await button(page, 'Send again').click()
    await button(page, 'Take back').waitFor()
  })

  it('shows what the server has when it was refused', async () => {
    const id = newId()
    const page = await open(`/piece/${id}`)
    expectFault(page, /409/)
    const other = await open(`/piece/${id}`)
    await button(other, 'Lend').click()
    await other.waitForLoadState('networkidle')
    // The update shows it at once, and is taken back.
    const read = page.waitForResponse((response) => response.request().method() === 'GET')
    await button(page, 'Lend').click()
    await read
    await button(page, 'Take back').waitFor()
  })
})

it('a layout is renewed by a form that leads to another page below it, by one request', async () => {
  const page = await open(`/piece/${newId()}`)
  const lent = page.getByTestId('lent')
  await expect.poll(() => lent.textContent()).toMatch(/^\d+$/)
  const before = Number(await lent.textContent())
  const calls = watchCalls(page)
  await button(page, 'Lend and edit').click()
  await page.getByRole('heading', { name: 'Edit', exact: true }).waitFor()
  // Other tests of this file lend as well.
  await expect.poll(async () => Number(await lent.textContent())).toBeGreaterThan(before)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['POST', 'GET', 'GET'])
})

it('a request that outlives its page leads nowhere, and its success is known', async () => {
  const page = await open(`/piece/${newId()}`)
  const release = await hold(page, '**/_serverFn/**')
  await button(page, 'Lend and edit').click()
  await page.getByRole('link', { name: 'Start' }).click()
  release()
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/start')
})
