import { describe, expect, it } from 'vitest'
import { feedback, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { assetsOf, tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer({ env: { PUBLIC_ORIGIN: 'https://fairlead.example' } })

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'reporting-endpoints': 'csp="/monitoring/csp"',
  'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/) as string,
  'permissions-policy': expect.stringMatching(/camera=\(\)/) as string,
}

/** Returns the directives of the first policy of a header, and the policies after it. */
function policies(header = ''): { directives: Record<string, string>; others: string[] } {
  const [first = '', ...others] = header.split(', ')
  const directives = Object.fromEntries(first.split('; ').map((part) => part.split(/ (.*)/, 2) as [string, string]))
  return { directives, others }
}

describe('security headers', () => {
  it.each<[path: string, status: number]>([
    ['/', 200],
    ['/guide?a=b', 200],
    ['/no-such-page', 404],
    ['/en/guide', 308],
    ['//guide', 308],
    ['/%E0%A4%A', 400],
    ['/favicon.svg', 200],
    ['/favicon.ico', 404],
    ['/_build/none.js', 404],
    ['/healthz', 200],
    ['/monitoring', 405],
    ['/robots.txt', 200],
    ['/sitemap.xml', 200],
    ['/_serverFn/0000', 403],
    ['/_feedback', 200],
  ])('are on the answer of %s, which is %i', async (path, status) => {
    const answer = await ask(path, { origin: server.origin })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(EVERYWHERE)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })

  it.each<[what: string, method: string, path: () => string, headers: Record<string, string>, status: number]>([
    ['a page', 'POST', () => '/', {}, 405],
    ['a report that is none', 'POST', () => '/monitoring', {}, 400],
    ['a call without what it needs', 'POST', feedback, OWN_PAGE, 422],
    ['a call of another site', 'POST', feedback, { origin: 'https://evil.example' }, 403],
    ['a call of a missing function', 'POST', () => '/_serverFn/0000', OWN_PAGE, 404],
    [
      'a form with a missing function',
      'POST',
      () => '/_serverFn/0000',
      { 'sec-fetch-site': 'same-origin', accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      303,
    ],
  ])('are on the answer of %s by %s', async (_, method, path, headers, status) => {
    const answer = await ask(path(), { method, headers, origin: server.origin })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(EVERYWHERE)
  })

  it('are on immutable files', async () => {
    const { text } = await ask('/', { origin: server.origin })
    const file = assetsOf(text).find((path) => path.startsWith('/_build/')) ?? ''
    expect((await ask(file, { origin: server.origin })).headers).toMatchObject(EVERYWHERE)
  })

  it.each([
    ['a script', 'script', '/_build/none.js', false],
    ['a style', 'style', '/_build/none.css', false],
    ['the data of a call', 'empty', '/_serverFn/0000', false],
    ['a page that a script fetches', 'empty', '/guide', true],
    ['a file that is opened', 'document', '/favicon.svg', true],
    ['a picture', 'image', '/favicon.svg', true],
    ['a worker', 'worker', '/_build/none.js', true],
  ])('are on %s where they have an effect, and nosniff everywhere', async (_, destination, path, all) => {
    const { headers } = await ask(path, { headers: { 'sec-fetch-dest': destination }, origin: server.origin })
    expect(headers).toMatchObject(all ? EVERYWHERE : { 'x-content-type-options': 'nosniff' })
    expect('content-security-policy' in headers).toBe(all)
  })

  it('have HSTS only with an https origin', async () => {
    expect((await ask('/')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the policy of a document', () => {
  it('allows only scripts with the nonce of the request', async () => {
    // A page with a query is rendered for its visitor.
    const [first, second] = await Promise.all([ask('/guide?a=b'), ask('/guide?a=b')])
    const { directives } = policies(first.headers['content-security-policy'])
    const { 'script-src': scripts = '', ...others } = directives
    const [, nonce] = /^'nonce-([\w+/=]{22,})' 'strict-dynamic' 'sha256-[\w+/=]{44}'$/.exec(scripts) ?? []
    expect(nonce).toBeDefined()
    expect(others).toMatchObject({ 'object-src': "'none'", 'base-uri': "'none'", 'report-uri': '/monitoring/csp' })
    expect(tags(first.text, 'script').length).toBeGreaterThan(1)
    for (const script of tags(first.text, 'script')) expect(script.nonce).toBe(nonce)
    expect(second.headers['content-security-policy']).not.toContain(nonce)
  })

  it('has its nonce on nothing but scripts, what loads one, and style sheets', async () => {
    const { text } = await ask('/guide?a=b')
    expect(tags(text, 'meta').filter(({ nonce }) => nonce !== undefined)).toEqual([])
    const links = tags(text, 'link').filter(({ nonce }) => nonce !== undefined)
    expect(new Set(links.map(({ rel }) => rel))).toEqual(new Set(['modulepreload']))
    expect(tags(text, 'style').map(({ nonce }) => typeof nonce)).toEqual(['string'])
  })
})

describe("a page's own headers", () => {
  it('are kept, and vary by the cookies all the same', async () => {
    const { headers } = await ask('/charts')
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=60', 'x-unit': 'metres' })
    expect(headers.vary?.split(', ')).toEqual(expect.arrayContaining(['X-Unit', 'Cookie']))
  })

  it('are a policy beside that of the document, which has the sources of its routes', async () => {
    const { headers } = await ask('/charts')
    const { directives, others } = policies(headers['content-security-policy'])
    expect(directives['img-src']).toBe("'self' data: blob: https://charts.example")
    expect(directives['script-src']).toMatch(/^'nonce-[\w+/=]+' 'strict-dynamic' 'sha256-[\w+/=]{44}'$/)
    expect(directives).not.toHaveProperty('frame-src')
    expect(others).toEqual(["media-src 'none'"])
  })

  it.each(['first', 'cached'])('have the sources of a page that all visitors share, when %s', async () => {
    const { headers } = await ask('/atlas')
    const { directives } = policies(headers['content-security-policy'])
    expect(directives['frame-src']).toBe("'self' https://maps.example")
    expect(directives['script-src']).toMatch(/^'self' 'sha256-/)
    expect(directives['img-src']).toBe("'self' data: blob:")
  })

  it('have the sources of all pages where it has none', async () => {
    const { directives } = policies((await ask('/start')).headers['content-security-policy'])
    expect(directives['img-src']).toBe("'self' data: blob:")
  })
})

describe('POST /monitoring/csp', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}/monitoring/csp`, { method: 'POST', body, headers })
  const report = { 'csp-report': { 'document-uri': 'https://x/?q=1', 'effective-directive': 'script-src-elem' } }

  it.each([
    ['as report-uri sends it', report],
    [
      'as the Reporting API sends it',
      [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'https://evil.example/a?b' } }],
    ],
  ])('stores a report %s', async (_, body) => {
    expect((await send(JSON.stringify(body))).status).toBe(204)
  })

  it.each([
    ['no JSON', '{', 400],
    ['another thing', '{"a":1}', 400],
    ['100 kB', JSON.stringify({ 'csp-report': { 'document-uri': 'x'.repeat(100_000) } }), 413],
  ])('refuses %s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status)
  })

  it('rejects other sites and other methods', async () => {
    expect((await send(JSON.stringify(report), { origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetch(`${server.origin}/monitoring/csp`)).status).toBe(405)
  })
})
