import { it } from 'vitest'
import { expectAtClick, hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
import { open } from '#tests/harness/page.ts'

it('an item of the lab, whose data comes from the server, is on the screen at once when its link is clicked', async () => {
  const page = await open('/lab/links')
  const link = page.locator('main ol a').first()
  await hoverUntilPrefetched(link)
  await expectAtClick(page, link, 'If it stays the same, nothing was fetched.')
})
