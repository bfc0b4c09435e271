import { describe, expect, it } from 'vitest'
import { expectAtClick, hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
import { open } from '#tests/harness/page.ts'
import { itemLink } from '#tests/application/browser/items.ts'

describe('a click', () => {
  it('on a prefetched link shows its page at once', async () => {
    const page = await open('/links')
    await hoverUntilPrefetched(itemLink(page, 3))
    await expectAtClick(page, itemLink(page, 3), 'Next item')
  })

  it('on a link that was not prefetched waits, and the test says for what', async () => {
    const page = await open('/links?preload=false')
    const click = expectAtClick(page, itemLink(page, 4), 'Next item')
    await expect(click).rejects.toThrow(
      '"Next item" is not on the screen in the two frames after the click, which waited for code, data of ["item","4",0]',
    )
    await page.waitForURL('**/item/4**')
  })

  it('proves nothing by a text that the page had before', async () => {
    const page = await open('/links')
    await expect(expectAtClick(page, itemLink(page, 3), 'Links')).rejects.toThrow('is on the page before the click')
  })
})
