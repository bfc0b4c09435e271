import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'

const PATHS = ['/', '/guide', '/start']

const LONG = 'a'.repeat(10_000)

const REDIRECTED = [301, 302, 307, 308]

/** Paths without a page, with the statuses allowed for each. A redirect must stay on this host. */
const rows: [path: string, statuses: number[]][] = [
  ['//evil.example', [...REDIRECTED, 400, 404]],
  ['///evil.example', [...REDIRECTED, 400, 404]],
  ['/\\evil.example', [...REDIRECTED, 400, 404]],
  ['/%5Cevil.example', [...REDIRECTED, 400, 404]],
  ['/%2F%2Fevil.example', [...REDIRECTED, 400, 404]],
  ['/de//evil.example', [...REDIRECTED, 400, 404]],
  ['/%E0%A4%A', [400]],
  ['/de/%FF', [400, 404]],
  ['/%00', [400, 404]],
  ['/guide/../../etc/passwd', [...REDIRECTED, 400, 404]],
  ['/guide/..%2f..%2fetc%2fpasswd', [400, 404]],
  ['/guide/%2e%2e/%2e%2e/package.json', [...REDIRECTED, 400, 404]],
  ['/_build/../../server/index.mjs', [...REDIRECTED, 400, 404]],
  ['/_build/%2e%2e/%2e%2e/server/index.mjs', [...REDIRECTED, 400, 404]],
  ['/_build/..%5c..%5cserver%5cindex.mjs', [400, 404]],
  ['/package.json', [404]],
  ['/app/server/env.server.ts', [404]],
  ['/.env', [404]],
  [`/${LONG}`, [404, 414]],
  [`/${'a/'.repeat(5_000)}`, [...REDIRECTED, 404, 414]],
  [`/?${LONG}`, [200, 414]],
  ['/?a=%E0%A4%A', [200, 400]],
  ['/?__proto__=1&constructor=2', [200]],
  ['/guide/__proto__', [404]],
]

describe('a path without a page', () => {
  const named = rows.map(([path, statuses]) => ({ name: path.slice(0, 60), path, statuses }))

  it.each(named)('$name is refused without harm', async ({ path, statuses }) => {
    const { status, headers, text } = await ask(path)
    expect(statuses).toContain(status)
    expect(text).not.toMatch(/root:.*:0:0:|"devDependencies"|useNitroApp|node_modules\//)
    if (headers.location !== undefined) {
      const base = 'http://fairlead.example'
      expect(new URL(headers.location, base).hostname).not.toBe('evil.example')
      expect(headers.location).not.toMatch(/^[/\\]{2}/)
    }
  })
})

describe('a method that a page does not allow', () => {
  const methods = ['POST', 'PATCH', 'PROPFIND']

  it.each(PATHS.flatMap((path) => methods.map((method) => ({ method, path }))))(
    '$method $path answers 405 and what is allowed',
    async ({ method, path }) => {
      const { status, headers } = await ask(path, { method })
      expect(status).toBe(405)
      const allowed = headers.allow?.split(/, */)
      expect(allowed).toEqual(expect.arrayContaining(['GET', 'HEAD']))
      expect(allowed).not.toContain(method)
    },
  )

  it.each(['OPTIONS', 'TRACE', 'LOCK', 'MKCOL', 'QUERY'])('%s is no failure of the server', async (method) => {
    expect((await ask('/', { method })).status).toBeLessThan(500)
  })

  it.each(['POST', 'DELETE', 'PROPFIND'])('%s of a page that is not there is 404', async (method) => {
    expect((await ask('/no-such-page', { method })).status).toBe(404)
  })
})

describe('HEAD', () => {
  it.each([...PATHS, '/no-such-page'])('%s answers as GET does, without a body', async (path) => {
    const [head, get] = await Promise.all([ask(path, { method: 'HEAD' }), ask(path)])
    expect(head.status).toBe(get.status)
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.body).toHaveLength(0)
  })
})

describe('headers of a request', () => {
  it.each([
    ['cookie', 'theme=dark; '.repeat(200)],
    ['accept-language', `${'xx,'.repeat(2_000)}ja`],
    ['accept-encoding', 'br;q=nonsense,,;;q=,*'],
    ['range', 'bytes=9999999-1'],
    ['if-none-match', `"${'x'.repeat(5_000)}"`],
  ])('%s of any shape is no failure of the server', async (name, value) => {
    expect((await ask('/', { headers: { [name]: value } })).status).toBe(200)
  })
})

it('search params that the schema of a page refuses are 400 with words for people, and no failure', async () => {
  const { status, headers, text } = await ask('/typed?isOpen=perhaps')
  expect(status).toBe(400)
  expect(headers['x-digest']).toBeUndefined()
  expect(text).toContain('This page cannot read its address')
  expect(text).not.toContain('data-testid="digest"')
  expect((await ask('/typed?page=x')).headers.location).toBe('/typed?page=1')
})

it('search params that a function refuses are dropped, in the URL too', async () => {
  expect((await ask('/sign-in?next=a&next=b&utm=1')).headers.location).toBe('/sign-in?utm=1')
  expect((await ask('/sign-in?next=a&utm=1')).status).toBe(200)
})
