import { describe, expect, it, vi } from 'vitest'
import type { CacheKey } from '#fairlead/server/cache/cache-key.ts'
import { inlineScriptHashes } from '#fairlead/server/cache/stored-page.server.ts'
import { createPageCache, type RenderedShared, type SharedPage } from '#fairlead/server/cache/page-cache.server.ts'

vi.mock('#fairlead/server/cache/process-cache.server.ts', () => ({
  processCache() {
    throw new Error('the database is not needed for static pages')
  },
}))

const HTML = `<!DOCTYPE html><script>let a = '</p>'</script><script src="/x.js"></script><p>${'Fairlead '.repeat(200)}</p>`
const KEY: CacheKey = {
  pathname: '/about',
  domain: undefined,
  theme: undefined,
  search: '',
  cookies: '',
  headers: [],
}
const PAGE: SharedPage = { id: '/about', cache: 'static', params: {} }

const ask = (headers: Record<string, string> = {}) => new Request('http://localhost/about', { headers })

function document(html = HTML, init: ResponseInit = {}): Response {
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Cookie' }, ...init })
}

function setUp(response: () => Response = document, failed = false, limitBytes = 1_000_000) {
  const render = vi.fn<(key: CacheKey) => Promise<RenderedShared>>(async () => ({
    response: response(),
    failed,
    tags: [],
    privateRead: undefined,
  }))
  const cache = createPageCache(
    () => false,
    () => false,
    limitBytes,
  )
  const answer = (key: CacheKey, request: Request) => cache.respond(PAGE, key, request, render)
  return { render, answer }
}

describe('a static page', () => {
  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag among others', (tag: string) => `"x", ${tag}`],
    ['the tag in its strong form', (tag: string) => tag.slice(2)],
    ['any tag', () => '*'],
  ])('is not sent again to a client that sends %s', async (_, known) => {
    const { answer } = setUp()
    const first = await answer(KEY, ask())
    const again = await answer(KEY, ask({ 'if-none-match': known(first?.headers.get('etag') ?? '') }))
    expect(again?.status).toBe(304)
    expect(await again?.text()).toBe('')
    expect(again?.headers.get('etag')).toBe(first?.headers.get('etag'))
    // A browser takes it over from a 304.
    expect(again?.headers.get('content-security-policy')).toBe(first?.headers.get('content-security-policy'))
  })

  it('is sent to a client that sends another tag', async () => {
    const { answer } = setUp()
    expect((await answer(KEY, ask({ 'if-none-match': 'W/"other"' })))?.status).toBe(200)
  })

  it('has the hashes of its inline scripts', () => {
    // printf %s "let a = '</p>'" | openssl dgst -sha256 -binary | base64
    expect(inlineScriptHashes(HTML)).toEqual(["'sha256-lJXrjp/ym5Ap7ZYy8/P5t1l6N3DQFeQ3lKi5DJ1OatI='"])
  })
})

describe('an incomplete page', () => {
  it.each<[string, () => Response, boolean]>([
    ['a page that is not found', () => document(HTML, { status: 404 }), false],
    ['a page on which something failed', () => document(), true],
    [
      'a page with a cookie',
      () => document(HTML, { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } }),
      false,
    ],
    ['a redirect', () => new Response(null, { status: 307, headers: { location: '/' } }), false],
  ])('%s is sent to the visitor who requested it, and is not cached', async (_, response, failed) => {
    const { render, answer } = setUp(response, failed)
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => answer(KEY, ask())))
    expect(first?.status).toBe(response().status)
    expect(others).toEqual([undefined, undefined, undefined, undefined])
    expect(render).toHaveBeenCalledTimes(1)
    await answer(KEY, ask())
    expect(render).toHaveBeenCalledTimes(2)
  })

  it('fails for the visitor who requested it, and is rendered again for the next one', async () => {
    const { render, answer } = setUp()
    render.mockRejectedValueOnce(new Error('no'))
    const [first, second] = await Promise.allSettled([answer(KEY, ask()), answer(KEY, ask())])
    expect(first.status).toBe('rejected')
    expect(second).toEqual({ status: 'fulfilled', value: undefined })
    expect((await answer(KEY, ask()))?.status).toBe(200)
  })
})

it('the least recently used page is evicted first', async () => {
  const { render, answer } = setUp(() => document('x'.repeat(1_000)), false, 10_000)
  const at = (pathname: string) => answer({ ...KEY, pathname }, ask())
  for (const path of ['/a', '/b', '/a', '/c', '/a']) await at(path)
  expect(render.mock.calls.map(([{ pathname }]) => pathname)).toEqual(['/a', '/b', '/c'])
  await at('/b')
  expect(render).toHaveBeenCalledTimes(4)
})
