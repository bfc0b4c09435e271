import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { operatorOf } from '#app/report-desk/session.server.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { createSessions } from '#app/sessions/sessions.server.ts'
import { askDesk, deskAddresses, deskFunctions, postForm, signIn, TOKEN } from '#tests/http/desk.ts'
import { tags } from '#tests/http/html.ts'
import { errorEnvelope } from '#tests/error-reports/envelopes.ts'
import { locales, localized } from '#tests/pages.ts'
import { startServer, type Server } from '#tests/start-server.ts'

let server: Server
let dataDir: string
const SECRET = `secret-${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-desk-'))
  server = await startServer({ env: { OPERATOR_TOKEN: TOKEN, DATA_DIR: dataDir } })
  const event = { exception: { values: [{ type: 'Error', value: SECRET }] }, tags: { digest: 'NOSUCHONE2' } }
  await fetch(`${server.origin}/monitoring`, { method: 'POST', body: errorEnvelope(undefined, undefined, event) })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The cookie of a session in the server's own table. */
async function cookieOf(token: string, issuedAt: number): Promise<string> {
  const { db } = await openDatabase({ dataDir })
  const id = await createSessions(db).issue(operatorOf(token), SESSION.lastsMs, issuedAt)
  await db.destroy()
  return `${SESSION.cookie}=${id}`
}

const strangers: [who: string, cookie: () => Promise<string | undefined>][] = [
  ['nobody', async () => undefined],
  ['a forged cookie', async () => `${SESSION.cookie}=${randomBytes(32).toString('base64url')}`],
  ['an expired cookie', () => cookieOf(TOKEN, Date.now() - SESSION.lastsMs - 1)],
  ["another server's cookie", () => cookieOf(`${TOKEN}-2`, Date.now())],
]
const addresses = [
  ...deskAddresses(),
  '/reports?state=bogus&q=42',
  '/reports/vitals?days=5',
  '/reports/NOSUCHONE2?event=file',
].flatMap((path) => locales.map((locale) => localized(path, locale)))

describe('to strangers the desk', () => {
  it('has pages and server functions to close', () => {
    expect(deskAddresses()).toEqual(expect.arrayContaining(['/reports', '/reports/NOSUCHONE2', '/reports/session']))
    expect(deskFunctions().length).toBeGreaterThan(0)
  })

  describe.each(strangers)('%s', (_, cookie) => {
    it.each(addresses)('%s answers 401 with the form and nothing else', async (path) => {
      const { status, headers, text } = await askDesk(server.origin, path, await cookie())
      expect(status).toBe(401)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(tags(text, 'form')).toHaveLength(1)
      expect(tags(text, 'input').map(({ name }) => name)).toContain('token')
      expect(tags(text, 'h1')).toHaveLength(1)
      expect(text).not.toContain(SECRET)
      expect(text.slice(text.indexOf('<main'), text.indexOf('</main>')).match(/<a\b|<table|<ol|<dl/)).toBeNull()
    })

    it.each(deskFunctions())('the server function $name answers 401', async ({ id }) => {
      const given = await cookie()
      const headers = {
        'sec-fetch-site': 'same-origin',
        'x-tsr-serverfn': 'true',
        'content-type': 'application/json',
        ...(given !== undefined && { cookie: given }),
      }
      const answers = await Promise.all([
        fetch(`${server.origin}/_serverFn/${id}`, { headers }),
        fetch(`${server.origin}/_serverFn/${id}`, { headers, method: 'POST', body: '{}' }),
      ])
      const allowed = answers.find(({ status }) => status !== 405)
      expect(allowed?.status).toBe(401)
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      expect(texts.join('')).not.toContain(SECRET)
    })
  })

  it.each(['/%72eports', '/repor%74s/vitals', '/%64e/%72eports', '/%72eports/NOSUCHONE2', '/reports/%73ession'])(
    'is closed at %s too',
    async (path) => {
      const { status, headers, text } = await askDesk(server.origin, path)
      expect(status).toBe(401)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(text).not.toContain(SECRET)
    },
  )

  it('takes the form wherever it is written, and leads to the desk', async () => {
    const signedOut = await postForm(server.origin, { leave: 'yes' }, { path: '/%72eports/%73ession' })
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/reports'])
  })

  it('is not named by the sitemap, and asks not to be indexed', async () => {
    expect(await (await fetch(`${server.origin}/sitemap.xml`)).text()).not.toContain('/reports')
    expect((await askDesk(server.origin, '/reports')).headers['x-robots-tag']).toBe('noindex')
  })
})

describe('a server that was given no token', () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-desk-'))
    folders.push(folder)
    return folder
  }
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

  const tokenIn = (log: readonly string[]) =>
    log.flatMap((line) => {
      const { token, url } = JSON.parse(line) as { token?: string; url?: string }
      return token === undefined ? [] : [{ token, url }]
    })

  it('makes one, says so once with the address of the desk, and keeps it', async () => {
    const DATA_DIR = newFolder()
    const first = await startServer({ env: { DATA_DIR } })
    const port = new URL(first.origin).port
    const [said, ...more] = tokenIn(first.log)
    expect(said?.url).toBe(`http://localhost:${port}/reports`)
    expect(more).toEqual([])
    const signedIn = await postForm(first.origin, { token: said?.token ?? '' })
    expect(signedIn.status).toBe(303)
    await first.stop()

    const second = await startServer({ env: { DATA_DIR } })
    expect(tokenIn(second.log)).toEqual([])
    const session = signedIn.headers.get('set-cookie')?.split(';')[0]
    expect((await askDesk(second.origin, '/reports', session)).status).toBe(200)
    await second.stop()
  })

  it('and can keep none stays closed, and says how to set one', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    // With SQLite such a folder stops the start.
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
    const closed = await startServer({ env: { DATA_DIR: join(file, 'data'), DATABASE_URL } })
    for (const path of ['/reports', '/de/reports/abc']) {
      const { status, text } = await askDesk(closed.origin, path)
      expect(status).toBe(401)
      expect(text).toContain('OPERATOR_TOKEN')
      expect(tags(text, 'form')).toEqual([])
    }
    const response = await postForm(closed.origin, { token: '' })
    expect(response.status).toBe(401)
    expect(response.headers.get('set-cookie')).toBeNull()
    await closed.stop()
  })
})

describe('signing in', () => {
  it('lands where the address said, with a cookie that scripts and other sites do not get', async () => {
    const { status, headers } = await postForm(server.origin, { token: TOKEN }, { to: '/de/reports/abc?x=1' })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/de/reports/abc?x=1')
    expect(headers.get('set-cookie')).toMatch(/^desk=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
    expect((await askDesk(server.origin, '/reports', await signIn(server.origin))).status).toBe(200)
  })

  it('the form keeps the address', async () => {
    const { text } = await askDesk(server.origin, '/de/reports/abc?q=a&state=open')
    const [{ action = '' } = {}] = tags(text, 'form')
    const url = new URL(action.replaceAll('&amp;', '&'), server.origin)
    expect(url.pathname).toBe('/de/reports/session')
    expect(url.searchParams.get('to')).toBe('/de/reports/abc?q=a&state=open')
  })

  it.each([
    ['https://elsewhere.example/reports'],
    ['//elsewhere.example'],
    [String.raw`/\elsewhere.example`],
    ['javascript:alert(1)'],
    ['/reports/session'],
    [''],
  ])('with the address %j lands on the desk', async (to) => {
    const { headers } = await postForm(server.origin, { token: TOKEN }, { to })
    expect(headers.get('location')).toBe('/reports')
  })

  it.each([
    ['the token', { token: TOKEN }, { 'sec-fetch-site': 'cross-site' }],
    ['the token', { token: TOKEN }, { origin: 'https://elsewhere.example' }],
    ['signing out', { leave: 'yes' }, { 'sec-fetch-site': 'same-site' }],
  ])('%s from another site is refused', async (_, fields, headers) => {
    const response = await postForm(server.origin, fields, { headers })
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each([
    ['no form', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['too long', { method: 'POST', body: new URLSearchParams({ token: 'x'.repeat(20_000) }) }, 413],
  ])('%s is refused', async (_, init, status) => {
    expect((await fetch(`${server.origin}/reports/session`, init)).status).toBe(status)
  })

  it('ends with signing out', async () => {
    const { status, headers } = await postForm(server.origin, { leave: 'yes' }, { path: '/ja/reports/session' })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/ja/reports')
    expect(headers.get('set-cookie')).toMatch(/^desk=; .*Max-Age=0/)
  })

  it('has a limit on wrong tokens, which the right one cannot pass either', async () => {
    const limited = await startServer({ env: { OPERATOR_TOKEN: TOKEN } })
    try {
      const statuses: number[] = []
      for (let attempt = 0; attempt < SESSION.attempts.burst; attempt++) {
        const response = await postForm(limited.origin, { token: 'wrong' })
        statuses.push(response.status)
        expect(await response.text()).toContain('role="alert"')
      }
      expect(new Set(statuses)).toEqual(new Set([401]))
      const refused = await postForm(limited.origin, { token: TOKEN })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(refused.headers.get('set-cookie')).toBeNull()
    } finally {
      await limited.stop()
    }
  })

  it('over https the cookie is for https alone', async () => {
    const secure = await startServer({ env: { OPERATOR_TOKEN: TOKEN, PUBLIC_ORIGIN: 'https://desk.example' } })
    try {
      const response = await postForm(secure.origin, { token: TOKEN }, { headers: { origin: 'https://desk.example' } })
      expect(response.headers.get('set-cookie')).toMatch(/; Secure$/)
    } finally {
      await secure.stop()
    }
  })
})

describe('what the policy of the pages stopped', () => {
  it('is a kind of its own on the desk, with directive, address and page', async () => {
    const violation = {
      'csp-report': {
        'document-uri': 'https://here.example/handbook?token=1',
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.example/dot.gif?who=me',
        'source-file': 'https://here.example/_build/a.js',
        'line-number': 7,
      },
    }
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/132.0' }
    const body = JSON.stringify(violation)
    expect((await fetch(`${server.origin}/monitoring/csp`, { method: 'POST', body, headers })).status).toBe(204)
    const cookie = await signIn(server.origin)
    const list = await askDesk(server.origin, '/reports?kind=CspViolation', cookie)
    expect(list.text).toContain('<option value="CspViolation" selected="">')
    expect(list.text.match(/data-problem=/g)).toHaveLength(1)
    const [, id = ''] = /href="\/reports\/([\da-f]{32})"/.exec(list.text) ?? []
    const { text } = await askDesk(server.origin, `/reports/${id}`, cookie)
    const fact = (name: string) => new RegExp(`data-fact="${name}">(?:<[^>]*>)*([^<]*)`).exec(text)?.[1]
    expect(['directive', 'blocked', 'request', 'source', 'browser'].map(fact)).toEqual([
      'img-src',
      'https://evil.example/dot.gif',
      'https://here.example/handbook',
      'https://here.example/_build/a.js:7',
      'Firefox 132',
    ])
  })
})
