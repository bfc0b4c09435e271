import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { THEME_SCRIPT } from '#fairlead/platform/theme.ts'
import { documentOf } from '#tests/harness/html.ts'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationWithCdnAndRedirects } from '#tests/application/build.ts'

const server = withServer(async () => ({ cwd: await buildApplicationWithCdnAndRedirects() }))

const visit = (path: string, options: AskOptions = {}) => ask(path, { origin: server.origin, ...options })

it('a page with a TTL may be stored by a CDN, under its tags and for its TTLs', async () => {
  for (const status of ['page-cache; fwd=miss; stored', 'page-cache; hit']) {
    const { headers } = await visit('/de/kept/1')
    expect(headers).toMatchObject({
      'cache-status': status,
      'cache-control': 'public, max-age=0, s-maxage=3600, stale-while-revalidate=3600',
      'cache-tag': 'kept,kept:1,/de/kept/1,/kept/1',
      vary: 'Accept-Encoding, Available-Dictionary',
      // Seconds: a busy machine takes one for two requests.
      age: expect.stringMatching(/^\d$/) as string,
    })
  }
})

it('the header Age tells the CDN how old a page is', async () => {
  await visit('/kept/older')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(Number((await visit('/kept/older')).headers.age)).toBeGreaterThan(0)
})

it('a page for a CDN has nothing of a cookie, and its script for the theme is allowed by its hash', async () => {
  const chosen = await visit('/kept/theme', { headers: { cookie: 'theme=dark; tz=Asia%2FTokyo; session=MARKER' } })
  const plain = await visit('/kept/theme')
  expect([plain.headers['cache-status'], plain.text]).toEqual(['page-cache; hit', chosen.text])
  expect(documentOf(chosen.text)).not.toHaveProperty('data-theme')
  expect(chosen.text).not.toMatch(/MARKER|Tokyo/)
  expect(chosen.text.indexOf(THEME_SCRIPT)).toBeGreaterThan(0)
  expect(chosen.text.indexOf(THEME_SCRIPT)).toBeLessThan(chosen.text.indexOf('</head>'))
  const hash = createHash('sha256').update(THEME_SCRIPT).digest('base64')
  expect(chosen.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

it('a page for a CDN is confirmed by 304, and has no body for HEAD', async () => {
  const { headers, text } = await visit('/kept/forms')
  const again = await visit('/kept/forms', { headers: { 'if-none-match': headers.etag ?? '' } })
  expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([304, 0, headers['cache-control']])
  const head = await visit('/kept/forms', { method: 'HEAD' })
  expect([head.status, head.body.length, head.headers['content-length'], head.headers['cache-tag']]).toEqual([
    200,
    0,
    String(Buffer.byteLength(text)),
    headers['cache-tag'],
  ])
})

it.each<[string, string, AskOptions]>([
  ['that varies by more than its URL', '/varied', {}],
  ['that is not found', '/kept/none', {}],
  ['that reads a cookie', '/private/cookie', {}],
  ['that sets a cookie', '/private/set-cookie', {}],
  ['of a visitor with a draft', '/kept/1', { headers: { cookie: 'draft=x' } }],
  ['that is the first, whose language is detected', '/', {}],
  ['without a TTL', '/item/1', {}],
])('a page %s is for its visitor', async (_, path, options) => {
  for (let visits = 0; visits < 2; visits++) {
    const { headers } = await visit(path, options)
    expect(headers['cache-control']).toMatch(/^private, no-(cache|store)$/)
    expect(headers['cache-tag']).toBeUndefined()
    expect(headers.vary).toContain('Cookie')
  }
})

it('an invalidation calls the hooks of its process with what the CDN has as tags', async () => {
  const { headers } = await visit('/kept/purged')
  await visit('/kept-control', { json: { tags: ['kept:purged', 'a, b'] }, headers: OWN_PAGE })
  await visit('/kept-control', { json: { path: '/kept/purged' }, headers: OWN_PAGE })
  const told = server.log
    .map((line) => JSON.parse(line) as { msg: string; tags: string[] })
    .filter(({ msg }) => msg === 'invalidated')
  expect(told.map(({ tags }) => tags)).toEqual([['kept:purged', 'a%2C%20b'], ['/kept/purged']])
  expect(headers['cache-tag']?.split(',')).toEqual(expect.arrayContaining(['kept:purged', '/kept/purged']))
})

it('an invalidated page has another ETag and no Age', async () => {
  const { headers } = await visit('/kept/renewed')
  await visit('/kept-control', { json: { tags: ['kept:renewed'] }, headers: OWN_PAGE })
  const renewed = await visit('/kept/renewed', { headers: { 'if-none-match': headers.etag ?? '' } })
  expect([renewed.status, renewed.headers.age]).toEqual([200, '0'])
})
