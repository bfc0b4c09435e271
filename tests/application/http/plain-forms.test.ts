import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { feedback } from '#tests/harness/call-server-fn.ts'
import { tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'
import { messageIn } from '#tests/application/message-in.ts'

// Two forms a second at most, of which ten at once, per client.
const server = withServer({ env: { RATE_LIMIT: '2', TRUSTED_PROXIES: '127.0.0.1' } })

const VALID = 'message=It+broke&digest=K7M2Q9XWTP'
const INVALID = 'digest=K7M2Q9XWTP'
const TOO_LARGE = `message=${'x'.repeat(2_000_000)}`

let clients = 0

/** Posts a form as a browser without JavaScript does, each time as another client. */
function post(body: string, headers: Record<string, string> = {}, path = feedback(), { origin } = server) {
  const own = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html,*/*;q=0.8',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `203.0.113.${(clients += 1)}`,
    ...headers,
  }
  return ask(path, { method: 'POST', headers: own, body, origin })
}

const from = (path: string) => ({ referer: server.origin + path })

describe('feedback', () => {
  it.each([
    ['/ar/start', messageIn('ar', 'shell', 'error.feedback.sent')],
    ['//evil.example/', 'Thank you'],
    ['', 'Thank you'],
  ])('from %j leads with 303 to a page that says thanks, in its language', async (address, thanks) => {
    const { status, headers } = await post(`${VALID}&address=${encodeURIComponent(address)}`)
    expect(status).toBe(303)
    const page = await ask(headers.location ?? '', { origin: server.origin })
    expect(page.status).toBe(200)
    expect(page.text).toContain(thanks)
    expect(page.text).not.toContain('evil')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/)
  })
})

it('feedback takes a message of the length that the browser allows, line breaks and all', async () => {
  const message = encodeURIComponent(`${'x'.repeat(3_998)}\r\ny`)
  expect((await post(`message=${message}&digest=K7M2Q9XWTP`)).status).toBe(303)
})

describe('a form whose function no longer exists returns', () => {
  it.each([
    ['to its page', '_back=%2Fde%2Fstart%3Fa%3D1', {}, '/de/start?a=1'],
    ['to the page that posted it, when it does not say', 'a=1', { referer: 'http://x/ja/start?a=1' }, '/ja/start?a=1'],
    ['to no other site', '_back=%2F%2Fevil.example', {}, '/'],
    ['also when it is too large for a draft', `a=${'x'.repeat(2_000_000)}`, {}, '/'],
  ])('%s', async (_, body, headers, location) => {
    const response = await post(body, headers, '/_serverFn/0000?form=x')
    expect({ status: response.status, location: response.headers.location }).toEqual({ status: 303, location })
    expect(response.headers['set-cookie']).toMatch(/^draft=[\da-f-]{36}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  })
})

it('a form shows no secret again, not in part either', async () => {
  const { text: empty } = await ask('/crew', { origin: server.origin })
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(empty) ?? []
  const phrase = 'SOUNDING LEAD '.repeat(60)
  const body = new URLSearchParams([
    ['_back', '/crew'],
    ['_form', 'crew'],
    ['pins', '12a4'],
    ['pins', '56b8'],
    ['phrase', phrase],
    ['code', ' 78c9 '],
    ['door.word', 'OPEN12'],
  ])
  const { status, headers } = await post(String(body), {}, action.replaceAll('&amp;', '&'))
  expect(status).toBe(303)
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  const { text } = await ask('/crew', { origin: server.origin, headers: { cookie } })
  expect(text).toContain('Choose a watch.')
  expect(text).not.toMatch(/12a4|56b8|SOUNDING|78c9|OPEN12/)
})

it('a relative redirect leads from the page that posts, with JavaScript and without', async () => {
  const { text } = await ask('/de/redirects', { origin: server.origin })
  const action = tags(text, 'form').at(-2)?.action ?? ''
  const plain = await post('a=1', from('/de/redirects'), action)
  expect([plain.status, plain.headers.location]).toEqual([303, '/de/start?from=form'])
  const scripted = await post('a=1', { ...from('/de/redirects'), 'x-tsr-serverfn': 'true', accept: '*/*' }, action)
  expect(JSON.parse(scripted.text)).toMatchObject({ href: '/de/start?from=form' })
})

it('the cookie of a draft is sent by HTTPS alone where the site is served by it', async () => {
  const secure = await startForTest({ env: { PUBLIC_ORIGIN: 'https://example.com' } })
  const { headers } = await post('a=1', {}, '/_serverFn/0000?form=x', secure)
  expect(headers['set-cookie']).toMatch(/^draft=.*; HttpOnly; SameSite=Lax; Secure$/)
})

describe('a form that fails', () => {
  it('gets an error document whose retry leads to the page of the form, in its language', async () => {
    const { status, headers, text } = await post(INVALID, from('/de/guide?a=1'))
    expect(status).toBe(422)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(text).toContain('<html lang="de"')
    expect(text).toContain('<form method="get" action="/de/guide"><input type="hidden" name="a" value="1">')
    expect(text).not.toContain('action="/_serverFn/')
  })

  it('leads to the home page in the language of the browser, when it does not say where it was posted from', async () => {
    const { text } = await post(INVALID, { 'accept-language': 'ja' })
    expect(text).toContain('<html lang="ja"')
    expect(text).toContain('<form method="get" action="/ja">')
  })
})

describe('a form that is refused gets a document', () => {
  it.each([
    [403, 'en', '/guide?a=1', { 'sec-fetch-site': 'cross-site' }, VALID, 'The server refused the form'],
    [413, 'de', '/de/guide?a=1', {}, TOO_LARGE, messageIn('de', 'notices', 'tooLarge')],
  ] as const)('with %i in %s, and a link back to its page', async (expected, locale, page, headers, body, notice) => {
    const { status, text } = await post(body, { ...from(page), ...headers })
    expect(status).toBe(expected)
    expect(text).toContain(`<html lang="${locale}"`)
    expect(text).toContain(notice)
    expect(text).toContain(`<a href="${page}">`)
  })

  it('with 429, and says when to send it again', async () => {
    const headers = { ...from('/ja/guide'), 'x-forwarded-for': '203.0.113.250' }
    const responses = await Promise.all(Array.from({ length: 40 }, () => post(VALID, headers)))
    const refused = responses.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused?.text).toContain('<html lang="ja"')
    expect(refused?.text).toContain('<a href="/ja/guide">')
  })

  it('with 408', { timeout: 20_000 }, async () => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      [
        `POST ${feedback()} HTTP/1.1`,
        'host: x',
        'sec-fetch-site: same-origin',
        'accept: text/html',
        'accept-language: ar',
        'content-type: application/x-www-form-urlencoded',
        'content-length: 100',
        '',
        'message=',
      ].join('\r\n'),
    )
    let response = ''
    for await (const data of socket) {
      response += String(data)
      if (response.includes('</html>')) break
    }
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    expect(response).toContain('<html lang="ar" dir="rtl"')
  })

  it('without a link to another site that posted it', async () => {
    const { status, text } = await post(VALID, { origin: 'https://evil.example', referer: 'https://evil.example/form' })
    expect(status).toBe(403)
    expect(text).toContain('<h1>The server refused the form')
    expect(text).not.toMatch(/href="[^"]*(evil|\/form)/)
  })

  it('and a script gets plain text', async () => {
    const { headers } = await post(VALID, { 'sec-fetch-site': 'cross-site', accept: '*/*' })
    expect(headers['content-type']).toMatch(/^text\/plain/)
  })
})

/** A form with so many fields. */
const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=`).join('&')

describe('a form with more than 500 fields', () => {
  const plain = `${fields(500)}&message=It+broke`

  it('is 413, whether its function exists or not', async () => {
    const scripted = { 'x-tsr-serverfn': 'true', accept: '*/*' }
    const { status, text } = await post(plain, scripted)
    expect({ status, text }).toEqual({ status: 413, text: 'the form has more than 500 fields\n' })
    expect((await post(fields(500), scripted)).status).not.toBe(413)
  })

  it('returns to its page, without JavaScript', async () => {
    const to = '?form=feedback'
    expect((await post(`${plain}&_back=%2Fstart`, from('/start'), feedback() + to)).headers.location).toBe('/start')
    expect((await post(plain, from('/start'), `/_serverFn/0000${to}`)).headers.location).toBe('/start')
  })
})

it('a form on a page without a referrer is taken', async () => {
  // What browsers send from a page with `Referrer-Policy: no-referrer`.
  expect((await post(VALID, { origin: 'null' })).status).toBe(303)
  expect((await post(VALID, { origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
