import { it } from 'vitest'
import { newPage, open, visit } from '#tests/harness/page.ts'

it('a form that names no queries renews all that its page shows', async () => {
  const page = await open('/lab/forms')
  await page.waitForLoadState('networkidle')
  const other = await newPage()
  await visit(other, '/lab/forms')
  await other.getByLabel('Place').fill('Logged elsewhere')
  await other.getByLabel('Depth in metres').fill('4')
  await other.getByRole('button', { name: 'Log it', exact: true }).click()
  await other.locator('[data-testid=soundings] li:not([data-pending])', { hasText: 'Logged elsewhere' }).waitFor()
  await page.getByLabel('File, up to 5 MB').setInputFiles({ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.alloc(10) })
  await page.getByRole('button', { name: 'Send the file' }).click()
  await page.locator('[data-testid=soundings] li', { hasText: 'Logged elsewhere' }).waitFor()
  await page.getByText('a.bin was received: 10 bytes.').waitFor()
})
