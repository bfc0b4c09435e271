import { describe, expect, inject, it } from 'vitest'
import { openGraphImage, siteName, themeColors } from '#tests/application/app/site.ts'
import { tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'

/** Returns the tags of a page's preview by their properties, in order. */
async function previewOf(path: string, status = 200): Promise<[property: string, content: string][]> {
  const answer = await ask(path, { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(status)
  return tags(answer.text, 'meta').flatMap(({ property, name, content = '' }) => {
    const key = property ?? name ?? ''
    return /^(og|twitter):/.test(key) ? [[key, content]] : []
  })
}

const origin = () => new URL('/', inject('origin')).origin.replace('127.0.0.1', 'localhost')

describe('the preview of a page', () => {
  it('has its title, its canonical URL, the other languages and its image, each once', async () => {
    const preview = await previewOf('/de/preview?from=here')
    const lines = (pairs: readonly string[][]) => pairs.map((pair) => pair.join(' ')).toSorted()
    expect(lines(preview)).toEqual(
      lines([
        ['og:title', 'Tide & time'],
        ['og:description', 'A page with an image of its own.'],
        ['og:type', 'article'],
        ['og:url', `${origin()}/de/preview`],
        ['og:site_name', siteName],
        ['og:locale', 'de_DE'],
        ['og:locale:alternate', 'en_US'],
        ['og:locale:alternate', 'ja_JP'],
        ['og:locale:alternate', 'ar_EG'],
        ['og:image', `${origin()}/card/tide`],
        ['og:image:width', '1200'],
        ['og:image:height', '630'],
        ['og:image:alt', 'The word tide'],
        ['twitter:card', 'summary_large_image'],
      ]),
    )
  })

  it('has the image of the site where the page has none', async () => {
    const preview = new Map(await previewOf('/guide/one'))
    const image = preview.get('og:image') ?? ''
    expect(image).toBe(`${origin()}${openGraphImage?.url}`)
    expect(preview.get('og:image:width')).toBe(String(openGraphImage?.width))
    const { status, headers } = await ask(new URL(image).pathname)
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
  })

  it.each([
    ['is missing', '/no-such-page', 404],
    ['fails', '/errors/loader-error', 500],
    ['is not found by its loader', '/errors/loader-not-found', 404],
  ])('is absent where the page %s', async (_, path, status) => {
    expect(await previewOf(path, status)).toEqual([])
  })
})

describe('the manifest', () => {
  it('is linked from every page, and names the site and its icons', async () => {
    const { text } = await ask('/ja/guide/one')
    const link = tags(text, 'link').find(({ rel }) => rel === 'manifest')
    const { status, headers, text: json } = await ask(link?.href ?? '')
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
    const manifest = JSON.parse(json) as { icons: { src: string; sizes: string; purpose?: string }[] }
    expect(manifest).toMatchObject({
      id: '/',
      name: siteName,
      lang: 'en',
      dir: 'ltr',
      start_url: '/',
      theme_color: themeColors.light,
    })
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png'))) {
      const icon = await ask(src)
      expect([icon.status, icon.headers['content-type']], src).toEqual([200, 'image/png'])
      expect(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  it('comes with an icon for the home screen', async () => {
    const { text } = await ask('/')
    const href = tags(text, 'link').find(({ rel }) => rel === 'apple-touch-icon')?.href ?? ''
    const { status, body } = await ask(href)
    expect([status, body.readUInt32BE(16)]).toEqual([200, 180])
  })
})

describe('an image that is drawn', () => {
  it('is a PNG of 1200 by 630 pixels, with an age and an ETag', async () => {
    const { status, headers, body } = await ask('/card/tide')
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' })
    expect(body.subarray(1, 4).toString()).toBe('PNG')
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1_200, 630])
    const again = await ask('/card/tide', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    const other = await ask('/card/wave')
    expect(other.body.equals(body)).toBe(false)
    expect(other.headers.etag).not.toBe(headers.etag)
  })

  it('is 404 for what the application does not name', async () => {
    expect((await ask('/card/%3Cscript%3E')).status).toBe(404)
  })
})
