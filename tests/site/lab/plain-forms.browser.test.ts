import { describe, expect, it } from 'vitest'
import { newPage } from '#tests/harness/page.ts'
import { FORMS, logSounding, sendFile } from '#tests/site/lab/log-sounding.ts'

describe('a form without JavaScript', () => {
  const off = { javaScriptEnabled: false }

  it('responds 303 to its page, which has the messages and the input', async () => {
    const page = await newPage(off)
    await page.goto(`/de${FORMS}?a=1`)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByLabel('Ort').fill('Reede & "Bucht"')
    await page.getByLabel('Tiefe in Metern').fill('zwölf')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    const { status, location } = { status: (await answer).status(), location: (await answer).headers().location }
    expect({ status, location }).toEqual({ status: 303, location: `/de${FORMS}?a=1` })
    await page.getByText('Eine Tiefe ist eine Zahl von 0 bis 11000.').waitFor()
    expect(await page.getByLabel('Ort').inputValue()).toBe('Reede & "Bucht"')
    expect(await page.getByLabel('Tiefe in Metern').inputValue()).toBe('zwölf')
    await page.getByLabel('Tiefe in Metern').fill('12')
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
    await page.getByText('Reede & "Bucht": 12').first().waitFor()
    expect(await page.getByLabel('Ort').inputValue()).toBe('')
  })

  it('shows a whole streamed response at once, and the result of a file', async () => {
    const page = await newPage(off)
    await page.goto(`${FORMS}?a=1`)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Read soundings' }).click()
    expect((await answer).status()).toBe(303)
    expect(await page.getByTestId('depths').innerText()).toMatch(/^3 4 5 .* 31 32$/)
    expect(new URL(page.url()).search).toBe('?a=1')
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).isDisabled()).toBe(true)
    await sendFile(page, 10)
    await page.getByText('a.bin was received: 10 bytes.').waitFor()
    // Said once.
    await page.reload()
    expect(await page.getByText('a.bin').count()).toBe(0)
  })

  it('says that files must be chosen again', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await sendFile(page, 5_000_001)
    await page.getByText('The file is larger than 5 MB. Files cannot be kept. Choose the file again.').waitFor()
  })

  it('of an older build keeps the input and offers a reload', async () => {
    const page = await newPage(off)
    await page.goto(FORMS)
    await page.getByRole('button', { name: 'Call a function that no longer exists' }).click()
    await page.getByRole('alert').filter({ hasText: 'The server has been updated' }).waitFor()
    // A form that was open while the server was updated.
    await page.locator('form#sounding').evaluate((form) => form.setAttribute('action', '/_serverFn/0000?form=sounding'))
    await page.getByLabel('Place').fill('Roads')
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Log it', exact: true }).click()
    expect((await answer).status()).toBe(303)
    await page.getByRole('link', { name: 'Reload' }).click()
    expect(await page.getByRole('link', { name: 'Reload' }).count()).toBe(0)
    expect(await page.getByLabel('Place').inputValue()).toBe('Roads')
    await logSounding(page, 'Roads', '4.25')
    await page.getByText('Roads: 4.25').first().waitFor()
  })
})
