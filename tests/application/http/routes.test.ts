import { describe, expect, inject, it } from 'vitest'

const origin = inject('origin')

async function text(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}

function unescape(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function byTestId(html: string, id: string): string {
  return unescape(new RegExp(`data-testid="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? `no ${id} in ${html}`)
}

describe('/echo', () => {
  it.each([
    ['/de/echo/a/b', { path: ['a', 'b'], search: {}, locale: 'de', href: '/de/echo/a/b' }],
    ['/echo/a%2Fb/c', { path: ['a/b', 'c'], search: {}, locale: 'en', href: '/echo/a%2Fb/c' }],
    [
      '/ar/echo/%D8%B3%D9%84%D8%A7%D9%85?q=a',
      { path: ['سلام'], search: { q: 'a' }, locale: 'ar', href: '/ar/echo/%D8%B3%D9%84%D8%A7%D9%85?q=a' },
    ],
    ['/echo?q={"a":1}', { search: { q: '{"a":1}' }, locale: 'en', href: '/echo?q=%7B%22a%22%3A1%7D' }],
  ])('%s comes back as the page received it', async (path, echo) => {
    const { status, html } = await text(path)
    expect(status).toBe(200)
    expect(JSON.parse(byTestId(html, 'echo'))).toEqual(echo)
  })

  it('keeps encoded segments in the canonical URL', async () => {
    const path = '/ar/echo/a/%D8%B3'
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec((await text(path)).html)?.[1]
    expect(new URL(canonical ?? '').pathname).toBe(path)
  })

  it('responds 400 to malformed encoding', async () => {
    expect((await text('/echo/%E0%A4%A')).status).toBe(400)
  })
})

describe('/search, whose schema reads a number, a list and JSON', () => {
  it.each([
    ['?page=1&code=007', { page: 1, code: '007' }],
    ['?tag=a+b&tag=1&range=%7B%22min%22%3A3%7D', { tag: ['a b', '1'], range: { min: 3 } }],
  ])('%s', async (query, search) => {
    const { status, html } = await text(`/search${query}`)
    expect(status).toBe(200)
    expect(JSON.parse(byTestId(html, 'search'))).toEqual(search)
  })

  it('redirects to the URL of what it has read', async () => {
    const { status, headers } = await fetch(`${origin}/search?page=x&code=1`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([307, '/search?code=1'])
  })
})

describe('/docs', () => {
  it.each([
    ['/docs/new', '/docs/new'],
    ['/docs/by/conrad', '/docs/by/$author'],
    ['/docs/by', '/docs/$'],
    ['/docs/by/conrad/1899', '/docs/$'],
    ['/docs/New', '/docs/$'],
    ['/docs/anything/else', '/docs/$'],
    ['/ja/docs/new', '/docs/new'],
  ])('%s is taken by %s', async (path, route) => {
    const { status, html } = await text(path)
    expect(status).toBe(200)
    expect(byTestId(html, 'route')).toBe(route)
  })

  it('is 404 when its required catch-all is empty', async () => {
    expect((await text('/docs')).status).toBe(404)
  })
})

describe('/item', () => {
  it.each(['/item/7?utm_source=x&delay=1', '/item/a%2Fb', '/item/%F0%9F%A7%AD'])('serves %s', async (path) => {
    expect((await text(path)).status).toBe(200)
  })

  it.each(['NaN', '-1', '1&delay=2'])('ignores a delay of %s', async (delay) => {
    expect((await text(`/item/7?delay=${delay}`)).status).toBe(307)
  })

  it('accepts an id of any length', async () => {
    expect((await text(`/item/${'7'.repeat(300)}`)).status).toBe(200)
  })

  it('is 404 without an id', async () => {
    expect((await text('/item')).status).toBe(404)
  })
})

describe('layouts without a path, directly below the language', () => {
  it.each([
    ['/de/moorings', 'Moorings'],
    ['/berths/7', 'Berth 7'],
  ])('%s is in its layout', async (path, heading) => {
    const { status, html } = await text(path)
    expect(status).toBe(200)
    expect(html.replaceAll('<!-- -->', '')).toMatch(new RegExp(`data-testid="harbour".*<h1>${heading}`, 's'))
    expect(html.includes('data-testid="quay"')).toBe(heading.startsWith('Berth'))
  })

  it.each(['/unknown', '/xx/moorings', '/berths', '/_harbour/moorings'])('%s is not found', async (path) => {
    const { status, html } = await text(path)
    expect(status).toBe(404)
    expect(html).toContain('</html>')
  })
})

describe('folders with a layout and no page', () => {
  it.each(['/yard', '/docks', '/yard/unknown'])('%s is not found', async (path) => {
    const { status, html } = await text(path)
    expect(status).toBe(404)
    expect(html).toContain('noindex')
  })

  it.each([
    ['/yard/tools', 'Tools'],
    ['/docks/hull', 'Hull'],
    ['/board', 'Board'],
  ])('%s is a page', async (path, heading) => {
    const { status, html } = await text(path)
    expect(status).toBe(200)
    expect(html).toContain(`<h1>${heading}</h1>`)
  })

  it('are absent from the sitemap', async () => {
    const pages = [...(await text('/sitemap.xml')).html.matchAll(/<loc>[^<]*:\d+([^<]*)<\/loc>/g)].map(
      ([, path]) => path,
    )
    expect(pages).toEqual(expect.arrayContaining(['/yard/tools', '/docks/hull', '/de/moorings']))
    expect(pages.filter((path) => /(yard|docks)$/.test(path ?? ''))).toEqual([])
  })
})
