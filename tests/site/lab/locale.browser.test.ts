import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose } from '#tests/harness/controls.ts'
import { hydrated, newPage, reopen } from '#tests/harness/page.ts'
import { hasLanguages, OTHER, OTHER_PREFIX } from '#tests/site/languages.ts'

const echoed = (page: { locator: (selector: string) => { textContent: () => Promise<string | null> } }) =>
  page
    .locator('[data-testid=echo]')
    .textContent()
    .then((text) => JSON.parse(text ?? '') as { path?: string[]; locale: string })

describe('a path in any script', () => {
  it.each([
    ['日本/語', ['日本', '語']],
    ['سلام', ['سلام']],
    ['é ü', ['é ü']],
    ['🧭', ['🧭']],
    ['100%', ['100%']],
    ['a+b', ['a+b']],
    ['?#&', ['?#&']],
    ['%2F', ['%2F']],
  ])('%s survives a link, a reload and the way back', async (splat, path) => {
    const page = await reopen(`${OTHER_PREFIX}/lab/echo`)
    await page.waitForFunction(() => '__TSR_ROUTER__' in window)
    await page.evaluate(
      ({ _splat, locale }) => {
        type Router = { navigate: (options: object) => Promise<void> }
        const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
        return router.navigate({ to: '/{-$locale}/lab/echo/$', params: { locale, _splat } })
      },
      // The default language has no prefix.
      { _splat: splat, locale: OTHER_PREFIX === '' ? undefined : OTHER },
    )
    await page.waitForFunction(() => document.querySelector('[data-testid=echo]')?.textContent.includes('"path"'))
    const soft = await echoed(page)
    expect(soft).toMatchObject({ path, locale: OTHER })
    const address = page.url()

    await page.reload()
    await hydrated(page)
    expect(await echoed(page)).toEqual(soft)

    await page.goBack()
    await page.waitForFunction(() => !document.querySelector('[data-testid=echo]')?.textContent.includes('"path"'))
    await page.goForward()
    await page.waitForFunction(() => document.querySelector('[data-testid=echo]')?.textContent.includes('"path"'))
    expect(page.url()).toBe(address)
    expect(await echoed(page)).toEqual(soft)
  })
})

describe.runIf(hasLanguages('de', 'ja'))('the language of a visitor', () => {
  it('is detected when the URL is typed, once, and never by the link home', async () => {
    const page = await newPage({ locale: 'ja' })
    const hops: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest())
        hops.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    await page.goto('/lab')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe('/ja')
    expect(hops).toEqual(['200 /lab', '307 /', '200 /ja'])
  })

  it('is the one chosen in the menu from then on', async () => {
    const page = await newPage({ locale: 'ja' })
    await page.goto('/lab/links?preload=viewport&delay=300')
    await choose(page, 'Language', 'Deutsch')
    await page.waitForURL((url) => url.pathname === '/de/lab/links')
    expect(new URL(page.url()).search).toBe('?preload=viewport&delay=300')
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe('/de')
  })
})

describe('dates', () => {
  it('are in the time zone of the visitor, without a mismatch', async () => {
    const page = await newPage({ timezoneId: 'Asia/Tokyo' })
    await page.goto('/lab/formats')
    await page.waitForFunction(() => document.querySelector('[data-testid=zone]')?.textContent === 'Asia/Tokyo')
    expect(await page.getByTestId('date').textContent()).toContain('March 2')
    // The next document has it from the server.
    const html = await (await page.request.get('/lab/formats')).text()
    expect(html).toMatch(/data-testid="zone"[^>]*>Asia\/Tokyo</)
  })
})

/** Everything a part of the page shows or says, addresses left out. */
function textsIn(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      if (!parent?.closest('bdi, style, code')) texts.push(textContent?.trim() ?? '')
    }
    for (const element of root.querySelectorAll('[aria-label]')) texts.push(element.getAttribute('aria-label') ?? '')
    return texts.filter(Boolean)
  })
}

/** The letters that mark a state on the chart, the unit of a duration, and the stamp of what a server function gave. */
const MARKS = /^(?:[FRSE]|[\d,.∞ ]*(?:ms)?|[\da-f]{8}-[\da-f-]{27})$/

describe.runIf(hasLanguages('ja') || hasLanguages('ar'))('a part that only the browser renders', () => {
  it.each(['ja', 'ar'].filter((locale) => hasLanguages(locale)))(
    'is in the language of the page: the inspector in %s',
    async (locale) => {
      const page = await reopen(`/${locale}/lab/links?preload=viewport`)
      const inspector = page.getByTestId('inspector')
      await inspector.locator('[data-target$="/lab/item/3"]').first().waitFor()
      await page.locator(`main a[href="/${locale}/lab/item/3"]`).click()
      await page.waitForURL((url) => url.pathname === `/${locale}/lab/item/3`)
      await inspector.locator('tbody tr').first().waitFor()
      const texts = await textsIn(inspector)
      expect(texts.length).toBeGreaterThan(20)
      expect(texts.filter((text) => /[A-Za-z]/.test(text) && !MARKS.test(text))).toEqual([])
    },
  )

  it.each(['ja', 'ar'].filter((locale) => hasLanguages(locale)))(
    'and a page that opens over another in %s',
    async (locale) => {
      const page = await reopen(`/${locale}/lab/gallery`)
      await page.locator(`main a[href="/${locale}/lab/photo/3"]`).click()
      await page.locator('dialog[open] h1').waitFor()
      const texts = await textsIn(page.locator('dialog[open]'))
      expect(texts.length).toBeGreaterThan(2)
      expect(texts.filter((text) => /[A-Za-z]/.test(text) && !MARKS.test(text))).toEqual([])
    },
  )
})
