import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '#tests/harness/axe.ts'
import { sharedPage, NARROW, newPage, visit, WIDE } from '#tests/harness/page.ts'
import { defaultLocale, locales, localized, paths } from '#tests/site/pages.ts'

/** Returns the elements that make a page wider than its window. */
function overflowing(page: Page): Promise<string[]> {
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

async function openKept(path: string): Promise<Page> {
  const page = await sharedPage((made) =>
    // On the server's own nodes: a mismatch would make React replace them.
    made.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        for (const element of document.querySelectorAll('h1, main')) element.setAttribute('data-from-server', '')
      })
    }),
  )
  await visit(page, path)
  return page
}

/** Handbook pages share a layout, and most are English in every language, so only translated ones are tested. */
const translated = paths.filter((path) => !path.startsWith('/handbook/') || /\/(run|segments|prefetching)$/.test(path))

const toSee = locales.flatMap((locale) =>
  (locale === defaultLocale ? paths : translated).map((path) => localized(path, locale)),
)

describe('a page', () => {
  it.each(toSee)('%s hydrates without console output, at two widths', async (path) => {
    const page = await openKept(path)
    expect(await page.locator('main[data-from-server]').count()).toBe(1)
    expect(await page.locator('h1[data-from-server]').count()).toBe(1)

    await page.setViewportSize(NARROW)
    expect(await overflowing(page)).toEqual([])
    await page.setViewportSize(WIDE)
    expect(await overflowing(page)).toEqual([])
  })
})

/** Opens all menus: axe-core takes the content of closed ones for hidden, even if a wide window shows it. */
function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) fold.open = true
  })
}

describe('axe-core finds nothing serious', () => {
  it.each(paths)('on %s, light and dark, wide and narrow', async (path) => {
    const page = await openKept(path)
    await unfold(page)
    expect(await barriers(page), 'wide').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page, ['color-contrast']), 'wide and dark').toEqual([])
    await page.setViewportSize(NARROW)
    expect(await barriers(page), 'narrow and dark').toEqual([])
  })

  it.each(translated.map((path) => localized(path, 'ar')))('on %s, wide and narrow', async (path) => {
    const page = await openKept(path)
    await unfold(page)
    expect(await barriers(page), 'wide').toEqual([])
    await page.setViewportSize(NARROW)
    expect(await barriers(page), 'narrow').toEqual([])
  })

  it.each(['light', 'dark'] as const)('on the not-found page in %s', async (colorScheme) => {
    const page = await newPage({ colorScheme })
    const response = await page.request.get('/no-such-page')
    await page.route('**/no-such-page', (route) => route.fulfill({ response, status: 200 }))
    await visit(page, '/no-such-page')
    expect(await barriers(page)).toEqual([])
  })
})
