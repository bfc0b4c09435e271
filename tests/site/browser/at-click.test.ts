import { describe, it } from 'vitest'
import { expectAtClick } from '#tests/harness/at-click.ts'
import { open } from '#tests/harness/page.ts'
import { hasAllParts } from '#tests/site/handbook/mentions.ts'

describe.runIf(hasAllParts)('what the home page and the lab promise', () => {
  it('the handbook is on the screen at once when its link is clicked', async () => {
    const page = await open('/')
    const link = page.locator('main').getByRole('link', { name: 'Read the handbook', exact: true })
    await link.hover()
    await page.waitForLoadState('networkidle')
    await expectAtClick(page, link, 'Operations')
  })

  it('so is an item of the lab, whose data comes from the server', async () => {
    const page = await open('/lab/links')
    const link = page.locator('main ol a').first()
    await link.hover()
    await page.waitForLoadState('networkidle')
    await expectAtClick(page, link, 'If it stays the same, nothing was fetched.')
  })
})
