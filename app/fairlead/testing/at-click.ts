import type { Locator, Page } from 'playwright-core'
import { clickWithoutResponses, waitsInEnglish } from '#fairlead/testing/click-without-responses.ts'
import { untilPrefetched, untilReady, watchCode } from '#fairlead/testing/until-prefetched.ts'

/**
 * Hovers over a link, and waits until all that it prefetches has arrived.
 *
 *     await hoverUntilPrefetched(page.getByRole('link', { name: 'Tides' }))
 */
export async function hoverUntilPrefetched(link: Locator): Promise<void> {
  const page = link.page()
  using watch = watchCode(page)
  await untilReady(page)
  await link.hover()
  await untilPrefetched(page, watch.open)
}

/**
 * Expects that a click shows a text within two frames, whatever the network does: every response after it is held.
 *
 *     const page = await newVisitor().open('/')
 *     const link = page.getByRole('link', { name: 'Tides' })
 *     await hoverUntilPrefetched(link)
 *     await expectAtClick(page, link, 'Brest')
 *
 * @param link is clicked
 * @param text of the target, which the page does not have before
 * @throws Error with what the click waited for, in the words of `fairlead instant`
 */
export async function expectAtClick(page: Page, link: Locator, text: string): Promise<void> {
  const { before, frames, waits } = await clickWithoutResponses(page, link)
  if (before.includes(text)) throw new Error(`${JSON.stringify(text)} is on the page before the click`)
  if (frames.some((shown) => shown.includes(text))) return
  throw new Error(
    `${JSON.stringify(text)} is not on the screen in the two frames after the click, which waited for ${waitsInEnglish(waits)}`,
  )
}
