import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { compatKeys } from '#tests/harness/browser-features.ts'
import { newPage, visit } from '#tests/harness/page.ts'
import { itemLink, stampOf, watchItems } from '#tests/application/browser/items.ts'
import {
  expectKept,
  expectOpen,
  expectPage,
  markPage,
  openOver,
  waysToClose,
} from '#tests/application/browser/opened.ts'
import { goTo, watchDocuments } from '#tests/application/browser/watch.ts'

/** Takes away members of objects, and the answers of `CSS.supports` about selectors and properties. */
function takeAway(keys: readonly string[]): void {
  const remove = (owner: unknown, name: string) => {
    if (typeof owner === 'object' || typeof owner === 'function') Reflect.deleteProperty(owner ?? {}, name)
  }
  const styles = keys.flatMap((key) => /^css\.(?:properties|selectors)\.([^.]+)$/.exec(key)?.[1] ?? [])
  const globals = window as unknown as Record<string, { prototype?: unknown } | undefined>
  for (const key of keys.filter((each) => /^(?:api|javascript\.builtins)\./.test(each))) {
    const [owner = '', member = '', ...more] = key.replace(/^(?:api|javascript\.builtins)\.|_static$/g, '').split('.')
    // What is below a member is an option of it.
    if (more.length > 0 || owner === member) continue
    if (member === '') remove(window, owner)
    else if (owner === 'Window') remove(window, member)
    else for (const object of [globals[owner], globals[owner]?.prototype]) remove(object, member)
  }
  const supports: (...query: readonly string[]) => boolean = CSS.supports.bind(CSS)
  CSS.supports = (...query: readonly string[]) =>
    !styles.some((name) => query.join().includes(name)) && supports(...query)
}

const newer = compatKeys.filter(({ isNewer }) => isNewer)

/** Pages of the application work as in a browser that has it all, but for motion. */
async function useApplication(page: Page): Promise<void> {
  await visit(page, '/links')
  const documents = watchDocuments(page)
  const requests = watchItems(page)
  await itemLink(page, 3).hover()
  await expect.poll(() => requests).toMatchObject([{ id: '3', purpose: 'prefetch' }])
  await itemLink(page, 3).click()
  const stamp = await stampOf(page, 3)
  await page.goBack()
  await expectPage(page, '/links', /Links/)
  await page.goForward()
  expect(await stampOf(page, 3)).toBe(stamp)
  expect(requests).toHaveLength(1)

  await goTo(page, '/gallery')
  await markPage(page)
  for (const close of ['Escape', 'the backdrop', 'back']) {
    await openOver(page, '/photo/3', /3/)
    await waysToClose[close]?.(page)
    await expectPage(page, '/gallery')
  }
  await page.goForward()
  await expectOpen(page, '/photo/3', /3/)
  await page.locator('dialog[open] a[href="/photo/4"]').click()
  await expectOpen(page, '/photo/4', /4/)
  await page.keyboard.press('Escape')
  await expectPage(page, '/gallery')
  await expectKept(page)

  await goTo(page, '/unsaved')
  await page.getByLabel('Text').fill('not saved')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.evaluate(() => history.back())
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  // The step is undone after the answer.
  await page.waitForURL('**/unsaved')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectPage(page, '/gallery')
  expect(documents).toEqual([])

  // The browser sends this form itself.
  await goTo(page, '/search')
  await page.getByLabel('Code').fill('7')
  await page.locator('main').getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => documents).toEqual(['/search'])
}

/** Features by their ids in web-features, and a part of them that is gone. Without ids they are all that is newer. */
it.each([
  ['the Navigation API', ['navigation'], 'window.navigation'],
  ['idle callbacks', ['requestidlecallback'], 'window.requestIdleCallback'],
  ['View Transitions', ['view-transitions', 'active-view-transition'], 'document.startViewTransition'],
  ['types of View Transitions', ['active-view-transition'], 'ViewTransition.prototype.types'],
  ['all that is newer than the oldest browsers', undefined, 'URL.parse'],
])('without %s a visitor moves through pages, dialogs and questions', async (_, ids, gone) => {
  const missing = newer.filter(({ feature }) => ids?.includes(feature) ?? true)
  const page = await newPage({ reducedMotion: 'no-preference' })
  await page.addInitScript(
    takeAway,
    missing.map(({ key }) => key),
  )
  await useApplication(page)
  expect(await page.evaluate(`typeof ${gone}`)).toBe('undefined')
})
