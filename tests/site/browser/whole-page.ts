import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriers, CONTENT, CONTRAST } from '#tests/harness/axe.ts'
import { recordShifts, type Shift, shiftsOf } from '#tests/harness/layout-shifts.ts'
import { NARROW, sharedPage, visit, WIDE } from '#tests/harness/page.ts'

/** Returns the elements that make a page wider than its window. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return right > clientWidth + 1 || left < -1
    })
    return [`${scrollWidth} px`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })
}

/** Opens a path in the shared page, whose viewport then has this size. */
export async function openShared(path: string, viewport = WIDE): Promise<Page> {
  const page = await sharedPage(async (made) => {
    await recordShifts(made)
    // On the server's own nodes: a mismatch would make React replace them.
    await made.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        for (const element of document.querySelectorAll('h1, main')) element.setAttribute('data-from-server', '')
      })
    })
  })
  await page.setViewportSize(viewport)
  await visit(page, path)
  expect(await page.locator('main[data-from-server]').count()).toBe(1)
  expect(await page.locator('h1[data-from-server]').count()).toBe(1)
  return page
}

/**
 * Opens a path and returns what moved. Opens it once more if something did: a font that comes after the first paint on a
 * busy machine moves a word once, a fault of the page moves it every time.
 */
async function shiftsIn(path: string, viewport = WIDE): Promise<Shift[]> {
  const shifts = await shiftsOf(await openShared(path, viewport))
  return shifts.length === 0 ? shifts : shiftsOf(await openShared(path, viewport))
}

/** Opens all menus: axe-core takes the content of closed ones for hidden, even if a wide window shows it. */
export function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) fold.open = true
  })
}

/** The kinds of elements on the pages so far, and the pages that had a new one. */
const kinds = new Set<string>()
const withNewKinds = new Map<string, boolean>()

/** True if a page has an element of a kind that no page before has: on the others only words differ, which have no colours. */
async function hasNewKinds(page: Page, path: string): Promise<boolean> {
  const shown = await page.evaluate(() =>
    Array.from(document.querySelectorAll('body *'), (element) =>
      [
        element.parentElement?.localName,
        element.localName,
        ...['class', 'style'].map((name) => element.getAttribute(name)),
      ].join(),
    ),
  )
  const known = kinds.size
  for (const kind of shown) kinds.add(kind)
  // A test that is tried again finds its own kinds.
  const isNew = withNewKinds.get(path) ?? kinds.size > known
  withNewKinds.set(path, isNew)
  return isNew
}

/**
 * Expects that a page hydrates without console output, fits its window at two widths, moves nothing, and has no barriers in
 * light and dark.
 *
 * @param hasOwnLayout true if the page has more than its words of its own
 */
export async function expectWholePage(path: string, hasOwnLayout: boolean): Promise<void> {
  expect(await shiftsIn(path), 'wide').toEqual([])
  const page = await sharedPage()
  expect(await overflowing(page), 'wide').toEqual([])
  await unfold(page)
  const isNew = await hasNewKinds(page, path)
  expect(await barriers(page, isNew || hasOwnLayout ? {} : CONTENT), 'wide').toEqual([])
  if (isNew) {
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page, CONTRAST), 'wide and dark').toEqual([])
  }

  // What a narrow window shows in place of a wide one's is the layout.
  if (hasOwnLayout) {
    expect(await shiftsIn(path, NARROW), 'narrow').toEqual([])
    await unfold(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page), 'narrow and dark').toEqual([])
  }
  await page.setViewportSize(NARROW)
  expect(await overflowing(page), 'narrow').toEqual([])
}
