import { describe, expect, inject, it } from 'vitest'
import { barriers } from '#tests/harness/axe.ts'
import { NARROW, newPage, visit, WIDE } from '#tests/harness/page.ts'
import { expectWholePage, openShared, overflowing, unfold } from '#tests/site/browser/whole-page.ts'
import { labPaths } from '#tests/site/lab/pages.ts'
import { defaultLocale, locales, localized, paths, rightToLeft } from '#tests/site/pages.ts'

/** Handbook pages share a layout, and most are English in every language, so only translated ones are tested in others. */
const translated = paths.filter((path) => !path.startsWith('/handbook/') || /\/(run|segments|prefetching)$/.test(path))

describe('a page hydrates without console output, fits its window and moves nothing', () => {
  it('of all that the sitemap lists', async () => {
    const sitemap = await (await fetch(new URL('/sitemap.xml', inject('origin')))).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname)
    const prefixed = new RegExp(`^/(${locales.join('|')})(/|$)`)
    const inDefault = listed.filter((path) => !prefixed.test(path))
    expect(inDefault.length).toBeGreaterThan(20)
    expect(paths).toEqual(expect.arrayContaining(inDefault))
  })

  // The pages of the lab are in tests/site/lab/every-page.browser.test.ts.
  it.each(paths.filter((path) => !labPaths.includes(path)))(
    '%s, and axe-core finds nothing serious, wide and light, narrow and dark',
    (path) => expectWholePage(path, translated.includes(path)),
  )

  const others = locales.filter((locale) => locale !== defaultLocale)
  it.each(others.flatMap((locale) => translated.map((path) => ({ locale, path: localized(path, locale) }))))(
    '$path, at two widths',
    async ({ locale, path }) => {
      const page = await openShared(path)
      expect(await overflowing(page), 'wide').toEqual([])
      await page.setViewportSize(NARROW)
      expect(await overflowing(page), 'narrow').toEqual([])
      // One language from right to left is enough.
      if (locale !== rightToLeft[0]) return
      await unfold(page)
      expect(await barriers(page), 'narrow').toEqual([])
      await page.setViewportSize(WIDE)
      expect(await barriers(page), 'wide').toEqual([])
    },
  )
})

describe('axe-core finds nothing serious', () => {
  it.each(['light', 'dark'] as const)('on the not-found page in %s', async (colorScheme) => {
    const page = await newPage({ colorScheme })
    const response = await page.request.get('/no-such-page')
    await page.route('**/no-such-page', (route) => route.fulfill({ response, status: 200 }))
    await visit(page, '/no-such-page')
    expect(await barriers(page)).toEqual([])
  })
})
