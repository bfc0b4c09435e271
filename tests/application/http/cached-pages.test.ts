import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

/** Requests a page as a visitor who follows a link of this site, so that no language is detected. */
const visit = (path: string, options: AskOptions = {}) =>
  ask(path, { origin: server.origin, ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers } })

const control = (json: object) => visit('/kept-control', { json, headers: OWN_PAGE })
const renders = async () => (JSON.parse((await visit('/kept-control')).text) as { renders: number }).renders

function outputOf(html: string, id: string): string {
  const [, text = ''] = new RegExp(`<output data-testid="${id}"[^>]*>([^<]*)</output>`).exec(html) ?? []
  return text
}
const stampOf = async (path: string, headers: Record<string, string> = {}) =>
  outputOf((await visit(path, { headers })).text, 'stamp')

beforeEach(async () => void (await control({ fails: false, delay: 0 })))

describe('a cached page', () => {
  it('is rendered once for all visitors, and has nothing of the first', async () => {
    const first = await visit('/kept/first', {
      headers: { cookie: 'tz=Asia%2FTokyo; other=MARKER', 'user-agent': 'MARKER', 'x-forwarded-host': 'MARKER' },
    })
    expect(first.headers).toMatchObject({
      'cache-status': 'page-cache; fwd=miss; stored',
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding, Available-Dictionary',
    })
    expect(first.text).not.toMatch(/MARKER|Asia\/Tokyo|nonce=/)
    const second = await visit('/kept/first')
    expect(second.headers['cache-status']).toBe('page-cache; hit')
    expect(second.text).toBe(first.text)
    expect(second.headers['content-security-policy']).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
  })

  it('is sent as 304, in br and without a body to HEAD', async () => {
    const { headers, text } = await visit('/kept/forms')
    // Also past the fast path, where the response is compressed.
    for (const cookie of ['', 'cache-after=1', 'session=x']) {
      const sent = { 'if-none-match': headers.etag ?? '', 'accept-encoding': 'gzip, br', cookie }
      const again = await visit('/kept/forms', { headers: sent })
      expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 })
      expect([again.headers.etag, again.headers['content-encoding']]).toEqual([headers.etag, undefined])
    }
    const compressed = await visit('/kept/forms', { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers['content-encoding']).toBe('br')
    const head = await visit('/kept/forms', { method: 'HEAD' })
    expect({ status: head.status, length: head.headers['content-length'] }).toEqual({
      status: 200,
      length: String(Buffer.byteLength(text)),
    })
  })

  it('is rendered once for 500 visitors at a time', async () => {
    await control({ delay: 100 })
    const before = await renders()
    const stamps = await Promise.all(Array.from({ length: 500 }, () => stampOf('/kept/stampede')))
    expect(new Set(stamps).size).toBe(1)
    expect((await renders()) - before).toBe(1)
  })

  it('is served stale at once, and rendered again once behind it', async () => {
    const old = await stampOf('/brief/stale')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await control({ delay: 2_000 })
    const before = await renders()
    const answers = await Promise.all(Array.from({ length: 50 }, () => visit('/brief/stale')))
    expect(new Set(answers.map(({ headers }) => headers['cache-status']))).toEqual(
      new Set(['page-cache; hit; detail=stale']),
    )
    expect(new Set(answers.map(({ text }) => outputOf(text, 'stamp')))).toEqual(new Set([old]))
    // While it is rendered: once that has ended, whoever asks a second later has it rendered again.
    await vi.waitFor(async () => expect(await renders()).not.toBe(before))
    expect((await renders()) - before).toBe(1)
    await vi.waitFor(async () => expect(await stampOf('/brief/stale')).not.toBe(old), { timeout: 30_000 })
  })

  it('stays when its render fails, which is reported once', async () => {
    const old = await stampOf('/brief/failing')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await control({ fails: true })
    const failures = () => server.log.filter((line) => line.includes('kept: not available')).length
    const before = failures()
    // At once: a second later its render would be tried again.
    const stamps = await Promise.all(Array.from({ length: 5 }, () => stampOf('/brief/failing')))
    expect(new Set(stamps)).toEqual(new Set([old]))
    await vi.waitFor(() => expect(failures()).toBe(before + 1), 30_000)
  })

  it('is not cached when it fails or is not found', async () => {
    await control({ fails: true })
    for (let visits = 0; visits < 2; visits++) {
      const failed = await visit('/kept/failed')
      expect([failed.status, failed.headers['cache-status']]).toEqual([500, undefined])
    }
    await control({ fails: false })
    expect((await visit('/kept/failed')).status).toBe(200)
    for (const path of ['/kept/none', '/kept/none', '/guide/none', '/guide/none']) {
      const missing = await visit(path)
      expect([missing.status, missing.headers.etag]).toEqual([404, undefined])
    }
  })

  it.each(['a,b', 'a%20b', 'nul%00', '%E2%9B%B5', '%2Fslash', 'x'.repeat(600)])(
    'may have %j in its path, and in its tags',
    async (id) => {
      await visit(`/kept/${id}`)
      const { status, headers } = await visit(`/kept/${id}`)
      expect(status).toBe(200)
      expect(headers['cache-status']).toBe(id.length > 400 ? undefined : 'page-cache; hit')
    },
  )

  it('is rendered for each visitor with a draft', async () => {
    const { headers } = await visit('/kept/first', { headers: { cookie: 'draft=x' } })
    expect(headers['content-security-policy']).toContain("'nonce-")
    expect(headers['cache-status']).toBeUndefined()
  })

  it('is the same for visitors with a session, which it has not read', async () => {
    const page = await visit('/kept/shared')
    const signedIn = await visit('/kept/shared', { headers: { cookie: 'session=x; session-state=y' } })
    expect([signedIn.headers['cache-status'], signedIn.text]).toEqual(['page-cache; hit', page.text])
  })
})

describe('the key of a cached page', () => {
  it('has no params of the query that are not declared', async () => {
    const page = await visit('/kept/query')
    const other = await visit('/kept/query?utm_source=MARKER&a[]=1')
    expect([other.headers['cache-status'], other.text]).toEqual(['page-cache; hit', page.text])
  })

  it('has what is declared, and what is not declared is not in the page', async () => {
    const seen = async (path: string, headers: Record<string, string> = {}) =>
      outputOf((await visit(path, { headers })).text, 'seen')
    expect(await seen('/varied?page=2&x=1', { cookie: 'currency=EUR; other=MARKER', 'x-tier': 'gold' })).toBe(
      'EUR gold - 2 ?page=2',
    )
    expect(await seen('/varied?page=2', { cookie: 'currency=USD' })).toBe('USD - - 2 ?page=2')
    expect(await seen('/varied')).toBe('- - - - ')
    const [one, two] = [await visit('/varied?page=3'), await visit('/varied?y=1&page=3')]
    expect([one.headers['cache-status'], two.headers['cache-status']]).toEqual([
      'page-cache; fwd=miss; stored',
      'page-cache; hit',
    ])
  })

  it('differs by theme and language', async () => {
    const stamps = [
      await stampOf('/kept/key'),
      await stampOf('/kept/key', { cookie: 'theme=dark' }),
      await stampOf('/de/kept/key'),
    ]
    expect(new Set(stamps).size).toBe(3)
  })
})

describe('a page that reads what is private', () => {
  it.each([
    ['cookie', 'a cookie'],
    ['header', 'the header user-agent'],
    ['session', 'the session'],
  ])('%s is rendered for each visitor, and the log names it', async (what, read) => {
    const headers = { cookie: 'currency=EUR', 'user-agent': 'Own' }
    const texts: string[] = []
    for (let visits = 0; visits < 2; visits++) {
      const answer = await visit(`/private/${what}`, { headers })
      expect([answer.status, answer.headers['cache-status']]).toEqual([200, undefined])
      texts.push(outputOf(answer.text, 'seen'))
    }
    expect(new Set(texts).size).toBe(2)
    const value = { cookie: 'EUR', header: 'Own', session: 'session' }[what] ?? ''
    for (const text of texts) expect(text.startsWith(`${value} `)).toBe(true)
    const warning = `The route /{-$locale}/private/$what is cached for all visitors (staticData.cache) and reads ${read},`
    expect(server.log.filter((line) => line.includes(warning))).toHaveLength(1)
  })

  it('leaves the other pages of its route cached', async () => {
    expect((await visit('/private/cookie')).headers['cache-status']).toBeUndefined()
    await visit('/private/nothing')
    expect((await visit('/private/nothing')).headers['cache-status']).toBe('page-cache; hit')
  })

  it('does not include one that reads cached data, even after a write of its visitor', async () => {
    const headers = { cookie: `cache-after=${Date.now()}` }
    await visit('/private/cached', { headers })
    expect((await visit('/private/cached', { headers })).headers['cache-status']).toBe('page-cache; hit')
  })

  it('and a page that sets a cookie are not cached', async () => {
    const answers = [await visit('/private/set-cookie'), await visit('/private/set-cookie')]
    expect(answers.map(({ setCookies }) => setCookies.length)).toEqual([1, 1])
    expect(new Set(answers.map(({ text }) => outputOf(text, 'seen'))).size).toBe(2)
  })
})

describe('an invalidation', () => {
  it('by tag renders the pages of the tag again, and no others', async () => {
    const [one, two] = [await stampOf('/kept/1'), await stampOf('/kept/2')]
    const german = await stampOf('/de/kept/1')
    await control({ tags: ['kept:1'] })
    expect(await stampOf('/kept/1')).not.toBe(one)
    expect(await stampOf('/de/kept/1')).not.toBe(german)
    expect(await stampOf('/kept/2')).toBe(two)
    const renewed = await stampOf('/kept/1')
    expect(await stampOf('/kept/1')).toBe(renewed)
  })

  it('by path renders its page again in all languages, or in one', async () => {
    const paths = ['/kept/7', '/de/kept/7', '/kept/8']
    const before = await Promise.all(paths.map((path) => stampOf(path)))
    const isSame = async () =>
      (await Promise.all(paths.map((path) => stampOf(path)))).map((stamp, index) => stamp === before[index])
    await control({ path: '/de/kept/7' })
    expect(await isSame()).toEqual([true, false, true])
    await control({ path: '/kept/7' })
    expect(await isSame()).toEqual([false, false, true])
  })

  it('during a render wins over its result', async () => {
    await control({ delay: 1_500 })
    const rendering = stampOf('/kept/racing')
    await new Promise((resolve) => setTimeout(resolve, 500))
    const before = await renders()
    await control({ tags: ['kept:racing'] })
    await rendering
    expect((await renders()) - before).toBe(1)
    expect(await stampOf('/kept/racing')).toBe(await rendering)
  })

  it('names its tags, and the last of them to the next request of this visitor', async () => {
    const { headers, setCookies } = await control({ tags: ['a', 'b'] })
    expect(headers['x-invalidated']).toBe('a,b')
    const many = Array.from({ length: 20 }, (_, number) => `${'x'.repeat(400)}${number}`)
    expect((await control({ tags: many })).headers['x-invalidated']).toBe('*')
    expect(setCookies).toEqual([expect.stringMatching(/^cache-after=\d+; Max-Age=5; Path=\/; HttpOnly; SameSite=Lax$/)])
  })

  it.each<[object, string]>([
    [{ tags: [] }, 'no tags; allowed: at least one'],
    [{ tags: ['/a'] }, 'the tag \\"/a\\"; allowed: { path } for a path'],
    [{ path: 'kept' }, 'the path \\"kept\\"; allowed: a path such as /articles/7, without a query'],
    [{ path: '/kept?a=b' }, 'the path \\"/kept?a=b\\"; allowed'],
  ])('of %o is a fault', async (what, fault) => {
    const before = server.log.length
    expect((await control(what)).status).toBe(500)
    await vi.waitFor(() => expect(server.log.slice(before).join('\n')).toContain(fault), 30_000)
  })
})
