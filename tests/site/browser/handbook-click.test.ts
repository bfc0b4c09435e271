import { it } from 'vitest'
import { expectAtClick, hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
import { open } from '#tests/harness/page.ts'

it('the home page keeps its promise: the handbook is on the screen at once when its link is clicked', async () => {
  const page = await open('/')
  const link = page.locator('main').getByRole('link', { name: 'Read the handbook', exact: true })
  await hoverUntilPrefetched(link)
  await expectAtClick(page, link, 'Operations')
})
