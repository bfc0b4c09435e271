import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorOf, operatorSessions, SESSION } from '#fairlead/report-desk/auth.server.ts'
import { createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { databaseLocation, readMigrationSets, setApplicationDatabase } from '#fairlead/database/database.server.ts'
import { OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { askDesk, deskPaths, deskFunctions, TOKEN } from '#tests/site/http/desk.ts'
import { tags } from '#tests/harness/html.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

const dataDir = temporaryFolder()
const server = withServer({ env: { OPERATOR_TOKEN: TOKEN, DATA_DIR: dataDir } })
const SECRET = `secret-${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  const event = { exception: { values: [{ type: 'Error', value: SECRET }] }, tags: { digest: 'NOSUCHONE2' } }
  await fetch(`${server.origin}/monitoring`, { method: 'POST', body: errorEnvelope(undefined, undefined, event) })
})

/** Returns the cookie of a session in the server's own database. */
async function issueCookie(token: string, issuedAt: number): Promise<string> {
  const application = createApplicationDatabase(
    databaseLocation({ DATA_DIR: dataDir, DATABASE_URL: undefined }),
    readMigrationSets,
    () => {},
  )
  setApplicationDatabase(application)
  const id = await operatorSessions.rotate(undefined, operatorOf(token), {}, issuedAt)
  await application.close()
  return `${SESSION.cookie}=${id}`
}

const unauthenticated: [name: string, cookie: () => Promise<string | undefined>][] = [
  ['no cookie', async () => undefined],
  ['a forged cookie', async () => `${SESSION.cookie}=${randomBytes(32).toString('base64url')}`],
  ['an expired cookie', () => issueCookie(TOKEN, Date.now() - SESSION.lastsMs - 1)],
  ["another server's cookie", () => issueCookie(`${TOKEN}-2`, Date.now())],
]
const paths = [
  ...deskPaths(),
  '/reports?state=bogus&q=42',
  '/reports/vitals?days=5',
  '/reports/NOSUCHONE2?event=file',
].flatMap((path) => [path, `${OTHER_PREFIX}${path}`])

describe('without a session the desk', () => {
  it('has pages and server functions to protect', () => {
    expect(deskPaths()).toEqual(expect.arrayContaining(['/reports', '/reports/NOSUCHONE2', '/reports/vitals']))
    expect(deskFunctions().length).toBeGreaterThan(0)
  })

  describe.each(unauthenticated)('%s', (_, cookie) => {
    it.each(paths)('%s responds 401 with the sign-in form and nothing else', async (path) => {
      const { status, headers, text } = await askDesk(server.origin, path, await cookie())
      expect(status).toBe(401)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(tags(text, 'form')).toHaveLength(1)
      expect(tags(text, 'input').map(({ name }) => name)).toContain('token')
      expect(tags(text, 'h1')).toHaveLength(1)
      expect(text).not.toContain(SECRET)
      expect(text.slice(text.indexOf('<main'), text.indexOf('</main>')).match(/<a\b|<table|<ol|<dl/)).toBeNull()
    })

    it.each(deskFunctions())('the server function $name responds 401', async ({ id }) => {
      const sent = await cookie()
      const headers = { ...OWN_PAGE, ...(sent !== undefined && { cookie: sent }) }
      const responses = await Promise.all([
        fetch(`${server.origin}/_serverFn/${id}`, { headers }),
        fetch(`${server.origin}/_serverFn/${id}`, { headers, method: 'POST' }),
      ])
      const allowed = responses.find(({ status }) => status !== 405)
      expect(allowed?.status).toBe(401)
      const texts = await Promise.all(responses.map((response) => response.text()))
      expect(texts.join('')).not.toContain(SECRET)
    })
  })

  it.each([
    '/%72eports',
    '/repor%74s/vitals',
    '/%64e/%72eports',
    '/%72eports/NOSUCHONE2',
    '/reports/%76itals',
    '/reports%20',
  ])('is protected at the percent-encoded path %s', async (path) => {
    const { status, headers, text } = await askDesk(server.origin, path)
    expect(status).toBe(401)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(text).not.toContain(SECRET)
  })

  it('bypasses the page cache', async () => {
    const headers = { cookie: `${SESSION.cookie}=x`, 'sec-fetch-site': 'same-origin' }
    const page = await fetch(`${server.origin}/`, { headers })
    expect(page.headers.get('content-security-policy')).toContain("'nonce-")
    expect(page.headers.get('etag')).toBeNull()
  })

  it('is not in the sitemap, is noindex and has no preview', async () => {
    expect(await (await fetch(`${server.origin}/sitemap.xml`)).text()).not.toContain('/reports')
    const { headers, text } = await askDesk(server.origin, '/reports')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(tags(text, 'meta').filter(({ property, name }) => /^(og|twitter):/.test(property ?? name ?? ''))).toEqual([])
  })
})
