import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { hydrated, newPage, visit } from '#tests/harness/page.ts'
import { withLocalizedServer } from '#tests/application/localized-server.ts'

const { server } = withLocalizedServer()

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const OTHERS = ['ä', 'ß', 'é', 'e\u0301', 'λ', '日', 'ا', 'ש', '😀', '\u200F']

/** Each character at the beginning, in the middle and at the end of a segment, and alone. A dot alone is no segment. */
const SEGMENTS = [...ASCII, ...OTHERS].flatMap((char) => [
  `${char}b`,
  `a${char}b`,
  `a${char}`,
  ...(char === '.' ? [] : [char]),
])

const PATH = `/echo/${SEGMENTS.map(encodeURIComponent).join('/')}`

/** The segments that a link leads to, decoded. */
const segmentsOf = (href: string): string[] => {
  const parts = new URL(href, 'http://host.invalid').pathname.split('/')
  return parts.slice(-SEGMENTS.length).map(decodeURIComponent)
}

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('link[rel=canonical], link[rel=alternate][hreflang], #locales a')].map(
      (link) => link.getAttribute('href') ?? '',
    ),
  )

type Echo = { path: string[]; href: string }

const echoOf = async (page: Page) => JSON.parse((await page.getByTestId('echo').textContent()) ?? '') as Echo

const echoInHtml = async (page: Page, html: string) =>
  JSON.parse(
    await page.evaluate((text) => {
      const sent = new DOMParser().parseFromString(text, 'text/html')
      return sent.querySelector('[data-testid=echo]')?.textContent ?? ''
    }, html),
  ) as Echo

describe.each([
  ['the routes', () => inject('origin')],
  ['a table of localized paths', () => server.origin],
])('a path with every character, below %s', (_, origin) => {
  it('is the same on both sides, after a navigation too, and all its links lead to it', async () => {
    const page = await newPage({ baseURL: origin() })
    const response = await page.goto(PATH)
    expect(response?.status()).toBe(200)
    await hydrated(page)
    const first = { links: await linksOf(page), echo: await echoOf(page) }
    expect(await echoInHtml(page, (await response?.text()) ?? '')).toEqual(first.echo)
    expect(first.echo.path).toEqual(SEGMENTS)
    expect(first.links.length).toBeGreaterThan(9)
    for (const link of first.links) expect(segmentsOf(link), link.slice(0, 60)).toEqual(SEGMENTS)
    for (const link of new Set(first.links)) {
      if (new URL(link, origin()).origin !== origin()) continue
      const answer = await page.request.get(link, { maxRedirects: 0 })
      expect([answer.status(), link.slice(0, 60)]).toEqual([200, link.slice(0, 60)])
      expect((await echoInHtml(page, await answer.text())).path).toEqual(SEGMENTS)
    }

    await visit(page, '/echo')
    await page.evaluate((href) => void window.__TSR_ROUTER__?.navigate({ href }), PATH)
    await expect.poll(async () => (await echoOf(page)).path).toEqual(SEGMENTS)
    await expect.poll(async () => (await linksOf(page)).toSorted()).toEqual(first.links.toSorted())
    const address = page.url()
    await page.goBack()
    await expect.poll(async () => (await echoOf(page)).path).not.toEqual(SEGMENTS)
    await page.goForward()
    await expect.poll(async () => (await echoOf(page)).path).toEqual(SEGMENTS)
    expect(page.url()).toBe(address)
  })
})
