import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { ask } from '#tests/harness/request.ts'
import { ENGINES, testPlace } from '#tests/harness/test-database.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

const visit = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  ask(path, {
    origin: server.origin,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }), ...headers },
  })

/** On a slow machine the first parts are late. */
const SOON = { timeout: 15_000 }

const stampOf = (text: string) => /<output data-testid="stamp"[^>]*>([^<]*)</.exec(text)?.[1]

/** Removes what is one visitor's from a page. */
const sharedPart = (text: string) => text.replaceAll(/<per-visitor [^]*?<\/per-visitor>|<template [^]*$/g, '')

it('a cached page has the parts of a visitor in their places', async () => {
  await expect
    .poll(async () => (await visit('/greeted/one', 'visitor=Ada')).text.match(/Ahoy <!-- -->Ada/g)?.length, SOON)
    .toBe(2)
  const { text, headers } = await visit('/greeted/one', 'visitor=Ada')
  expect(headers['cache-status']).toBe('page-cache; hit')
  expect(text).not.toContain('Somebody at')
})

it('a response has nothing of another visitor', async () => {
  const first = await visit('/greeted/many', 'visitor=Ada')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => visit('/greeted/many', `visitor=V${index}X; wait=${index * 4}`)),
  )
  for (const [index, { text }] of answers.entries()) {
    expect(new Set(text.match(/V\d+X/g))).toEqual(new Set([`V${index}X`]))
    expect(sharedPart(text)).toBe(sharedPart(first.text))
  }
  const nobodys = await visit('/greeted/many')
  expect(nobodys.text).toContain('stranger')
  expect(nobodys.text).not.toMatch(/Ada|V\d+X/)
})

it('a page with a part has no ETag, and caches store none of it', async () => {
  await visit('/greeted/headers')
  for (const condition of ['*', 'W/"anything"']) {
    const { status, headers } = await visit('/greeted/headers', 'visitor=Ada', { 'if-none-match': condition })
    expect([status, headers.etag, headers['cache-control'], headers.vary]).toEqual([
      200,
      undefined,
      'private, no-store',
      'Cookie, Accept-Encoding, Available-Dictionary',
    ])
  }
  const head = await ask('/greeted/headers', { origin: server.origin, method: 'HEAD' })
  expect([head.status, head.body.length, head.headers.etag, head.headers['cache-control']]).toEqual([
    200,
    0,
    undefined,
    'private, no-store',
  ])
})

/** Asks as a browser does: a robot gets no stream. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' }

it.each(['frame', 'late'])('no cache stores a page with a part in its %s, whatever its route says', async (where) => {
  const path = `/greeted/public/${where}`
  const head = await ask(path, { origin: server.origin, method: 'HEAD', headers: BROWSER })
  const first = await visit(path, 'visitor=Ada', BROWSER)
  const second = await visit(path, 'visitor=Ada', BROWSER)
  const controls = [head, first, second].map(({ headers }) => headers['cache-control'])
  expect(controls).toEqual(['private, no-store', 'private, no-store', 'private, no-store'])
  expect(second.text).toContain('Ahoy <!-- -->Ada')
})

it('a page without a part is as public as its route says', async () => {
  const { headers, text } = await visit('/greeted/public/nowhere', 'visitor=Ada', BROWSER)
  expect(headers['cache-control']).toBe('public, max-age=60')
  expect(text).toContain('Calm seas')
})

it('the first response of a page with a part is not stored either', async () => {
  // A draft makes the page that of one visitor. It is a stream until it is known to be complete at once.
  const { headers } = await visit('/de/greeted/one', 'visitor=Ada; draft=x')
  expect([headers['cache-status'], headers['cache-control']]).toEqual([undefined, 'private, no-store'])
})

it('input of a visitor is text in the parts', async () => {
  const name = encodeURIComponent('</per-visitor><script>alert(1)</script><per-visitor data-part="')
  const { text } = await visit('/greeted/one', `visitor=${name}`)
  expect(text).not.toContain('<script>alert')
  expect(text.match(/<per-visitor /g)).toHaveLength(2)
  const injected = await visit(`/greeted/${encodeURIComponent('"><per-visitor data-part="')}`)
  expect(injected.text.match(/<per-visitor /g)).toHaveLength(2)
})

it('a part that is late follows behind the document', async () => {
  await visit('/greeted/late')
  const { text } = await visit('/greeted/late', 'visitor=Late; wait=400')
  const [page = '', behind = ''] = text.split('</html>')
  expect(page).toContain('Somebody at the bow')
  expect(page).not.toContain('Late')
  expect(behind.match(/<template data-part="/g)).toHaveLength(2)
  expect(behind).toContain('&quot;Late&quot;')
})

it('the response ends without a part that takes too long', async () => {
  const { text } = await visit('/greeted/late', 'visitor=Never; wait=60000')
  expect(text).toMatch(/Somebody at the stern[^]*<\/html>$/)
  // It is not the failure of anybody.
  expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

it('the page is sent up to the first part while that is made', async () => {
  await visit('/greeted/begun')
  const { hostname, port } = new URL(server.origin)
  const headers = { 'sec-fetch-site': 'same-origin', cookie: 'visitor=Ada; wait=3000' }
  const begun = await new Promise<string>((resolve, reject) => {
    const request = get({ hostname, port, path: '/greeted/begun', headers }, (response) => {
      response.once('data', (bytes: Buffer) => {
        resolve(bytes.toString())
        request.destroy()
      })
    }).on('error', reject)
  })
  expect(begun).toContain('<h1>Greeted')
  expect(begun).not.toContain('</html>')
})

it('a part that fails leaves its fallback and is reported', async () => {
  const { status, text } = await visit('/greeted/one', 'visitor=nobody')
  expect(status).toBe(200)
  expect(text.match(/Somebody at the (bow|stern)/g)).toHaveLength(2)
  expect(text).not.toContain('nobody is here')
  await expect.poll(() => server.log.some((line) => line.includes('greeting: nobody is here'))).toBe(true)
})

it('a part is in the language of its page', async () => {
  const part = async () => /<per-visitor [^]*?<\/per-visitor>/.exec((await visit('/de/greeted/one')).text)?.[0]
  await expect.poll(part, SOON).toMatch(/<a [^>]*href="\/de\/start"[^>]*>/)
  await expect.poll(part, SOON).toContain(messageIn('de', 'shell', 'skip'))
})

it('a page that is rendered for one visitor has the parts as well', async () => {
  // A draft makes the page that of one visitor.
  const own = () => visit('/greeted/one', 'visitor=Ada; draft=x')
  expect((await own()).headers['cache-status']).toBeUndefined()
  await expect.poll(async () => (await own()).text.match(/Ahoy <!-- -->Ada/g)?.length, SOON).toBe(2)
})

it('a static page has the parts as well', async () => {
  await expect.poll(async () => (await visit('/greeted', 'visitor=Ada')).text, SOON).toContain('Ahoy <!-- -->Ada')
  const { headers } = await visit('/greeted', 'visitor=Ada')
  expect([headers['cache-status'], headers.etag]).toEqual(['page-cache; hit', undefined])
})

it('an invalidation renders the page again, for all', async () => {
  const before = stampOf((await visit('/greeted/renewed', 'visitor=Ada')).text)
  expect(stampOf((await visit('/greeted/renewed', 'visitor=Bob')).text)).toBe(before)
  await ask('/kept-control', {
    origin: server.origin,
    json: { tags: ['greeted'] },
    headers: OWN_PAGE,
  })
  await expect.poll(async () => stampOf((await visit('/greeted/renewed', 'visitor=Eve')).text)).not.toBe(before)
})

describe.each(ENGINES)('on %s', (engine) => {
  const ownServer = withServer(async () => ({ env: (await testPlace(engine)).env }))
  const part = async (name: string) => {
    const { text } = await ask('/greeted/member', { origin: ownServer.origin, headers: { cookie: 'cargo=hemp' } })
    return new RegExp(`<per-visitor data-part="\\[&quot;${name}&quot;[^>]*>(.*?)</per-visitor>`).exec(text)?.[1]
  }

  it('a part has what a server function returns: rows, undefined, dates, maps', async () => {
    await expect.poll(() => part('manifest'), SOON).toBe('<button>hemp true 0 true true 3 0</button>')
  })

  it('the part of the handbook is there for a guest, and nothing is reported', async () => {
    await expect.poll(() => part('signed-in-as'), SOON).toBe('<p>A guest</p>')
    expect(ownServer.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
