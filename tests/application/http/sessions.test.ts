import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functionsIn, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { createClient } from '#tests/harness/create-client.ts'
import { tags } from '#tests/harness/html.ts'
import { ask, type AskOptions } from '#tests/harness/request.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'
import { type Postgres, startPostgres } from '#tests/fairlead/error-reports/postgres.ts'

/** A browser without JavaScript: it keeps cookies, and posts the forms of pages. */
function createVisitor({ origin }: Server) {
  const client = createClient(origin)
  const request = (path: string, options: AskOptions = {}) =>
    client.ask(path, { ...options, headers: { accept: 'text/html', ...options.headers } })
  const post = async (page: string, form: Record<string, string>) => {
    const forms = tags((await request(page)).text, 'form')
    const action = forms.map((tag) => tag.action ?? '').find((url) => url.startsWith('/_serverFn/')) ?? ''
    return request(action, { form, headers: { origin } })
  }
  return {
    cookies: client.cookies,
    /** Takes a cookie from elsewhere, as `Set-Cookie` has it. */
    take: (cookie: string) => client.signIn(async () => cookie),
    request,
    status: async (path: string) => (await request(path)).status,
    signIn: (name: string, next = '/account') => post('/sign-in', { name, next }),
    signOut: (fields: Record<string, string> = {}) => post('/account', fields),
  }
}

type Visitor = ReturnType<typeof createVisitor>

async function copyCookies(from: Visitor, to: Visitor): Promise<void> {
  for (const [name, value] of from.cookies) await to.take(`${name}=${value}`)
}

const server = withServer()

describe('a page behind a guard', () => {
  it.each(['/account', '/de/account', '/account/orders?page=2'])(
    '%s leads to the sign-in page, and back',
    async (path) => {
      const visitor = createVisitor(server)
      const { status, headers } = await visitor.request(path)
      expect(status).toBe(307)
      const location = new URL(headers.location ?? '', server.origin)
      expect(location.pathname).toBe(path.startsWith('/de') ? '/de/sign-in' : '/sign-in')
      expect(location.searchParams.get('next')).toBe(path)
      expect(headers['cache-control']).toBe('private, no-store')
      const signedIn = await visitor.signIn('anna', path)
      expect([signedIn.status, signedIn.headers.location]).toEqual([303, path])
      const page = await visitor.request(path)
      expect(page.status).toBe(200)
      expect(page.headers['cache-control']).toBe('private, no-store')
      expect(page.text).toContain('ANNA')
    },
  )

  it('is in neither the page cache nor the sitemap, whatever its route says', async () => {
    const [anna, ben] = [createVisitor(server), createVisitor(server)]
    await anna.signIn('anna')
    await ben.signIn('ben')
    const pages = await Promise.all([anna, ben, anna].map((visitor) => visitor.request('/account')))
    expect(pages.map(({ text }) => /ANNA|BEN/.exec(text)?.[0])).toEqual(['ANNA', 'BEN', 'ANNA'])
    expect(await createVisitor(server).status('/account')).toBe(307)
    const sitemap = (await ask('/sitemap.xml', { origin: server.origin })).text
    expect(sitemap).toContain('/sign-in<')
    expect(sitemap).not.toContain('/account')
  })

  it('never leads to another host', async () => {
    const { headers } = await createVisitor(server).signIn('anna', '/.//elsewhere.example')
    expect(headers.location).toBe('/account')
  })
})

describe('a session', () => {
  it('has cookies for http that scripts cannot read, but for its state', async () => {
    const visitor = createVisitor(server)
    const { setCookies } = await visitor.signIn('anna')
    expect(setCookies.map((line) => line.replace(/=[\w-]+;/, '=…;'))).toEqual([
      'session=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
      'session_state=…; Max-Age=2592000; Path=/; SameSite=Lax',
    ])
    expect(visitor.cookies.get('session')).not.toContain(visitor.cookies.get('session_state'))
  })

  it('has a cookie for this host alone where the site is served by HTTPS', async () => {
    const secure = await startForTest({ env: { PUBLIC_ORIGIN: 'https://example.com' } })
    const visitor = createVisitor(secure)
    const { setCookies } = await visitor.signIn('anna')
    expect(setCookies.map((line) => line.replace(/=[\w-]+;/, '=…;'))).toEqual([
      '__Host-session=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
      'session_state=…; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    ])
    expect(await visitor.status('/account')).toBe(200)
    await visitor.take(`session=${visitor.cookies.get('__Host-session')}`)
    await visitor.take('__Host-session=; Max-Age=0')
    expect(await visitor.status('/account')).toBe(307)
  })

  it('is new after each sign-in, and the id from before is worth nothing', async () => {
    const [visitor, attacker] = [createVisitor(server), createVisitor(server)]
    await attacker.signIn('mallory')
    // The attacker plants the own session, and waits.
    await copyCookies(attacker, visitor)
    await visitor.signIn('anna')
    expect(visitor.cookies.get('session')).not.toBe(attacker.cookies.get('session'))
    expect(await attacker.status('/account')).toBe(307)
    expect((await visitor.request('/account')).text).toContain('ANNA')
  })

  it('ends for every copy of its cookie, and others continue', async () => {
    const [visitor, copy, other] = [createVisitor(server), createVisitor(server), createVisitor(server)]
    await visitor.signIn('anna')
    await other.signIn('anna')
    await copyCookies(visitor, copy)
    const signedOut = await visitor.signOut()
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, '/members'])
    expect([...visitor.cookies]).toEqual([])
    expect([await copy.status('/account'), await other.status('/account')]).toEqual([307, 200])
  })

  it('ends everywhere when all of a person are revoked', async () => {
    const [here, there, ben] = [createVisitor(server), createVisitor(server), createVisitor(server)]
    await Promise.all([here.signIn('carl'), there.signIn('carl'), ben.signIn('ben')])
    await here.signOut({ everywhere: 'yes' })
    expect([await there.status('/account'), await ben.status('/account')]).toEqual([307, 200])
  })
})

describe('a server function for people who are signed in', () => {
  /** Calls all functions of the page's module: no page names their URLs, which the build has made. */
  const callAll = (visitor: Visitor) =>
    Promise.all(
      functionsIn('account').map(async (url) => ({ url, ...(await visitor.request(url, { headers: OWN_PAGE })) })),
    )

  it('responds 401 without a session, and to nobody but its person with one', async () => {
    const visitor = createVisitor(server)
    await visitor.signIn('anna')
    const { url = '' } = (await callAll(visitor)).find(({ text }) => text.includes('ANNA')) ?? {}
    const cookie = `session=${visitor.cookies.get('session')}`
    const call = (headers: Record<string, string>) =>
      ask(url, { origin: server.origin, headers: { ...OWN_PAGE, ...headers } })
    const signedIn = await call({ cookie })
    expect([signedIn.status, signedIn.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(signedIn.text).toContain('anna')
    for (const headers of [{}, { cookie: 'session=x' }, { cookie: `session=${'a'.repeat(43)}` }]) {
      const refused = await call(headers)
      expect(refused.status).toBe(401)
      expect(refused.headers['www-authenticate']).toBe('Cookie realm="session"')
      expect(refused.text).not.toContain('anna')
    }
  })

  it('responds 403 to a session without the permission that it needs', async () => {
    const visitor = createVisitor(server)
    await visitor.signIn('ben')
    const refused = (await callAll(visitor)).filter(({ status }) => status === 403)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.text).toContain('FORBIDDEN')
    expect(refused[0]?.text).not.toContain('audited')
  })
})

describe('without its database', () => {
  let postgres: Postgres
  let down: Server

  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
    down = await startServer({ env: { DATABASE_URL: await postgres.newDatabase() } })
  }, 120_000)
  afterAll(async () => {
    await down.stop()
    await postgres.stop()
  })

  it('a page behind a guard responds 503 to a session, and signs nobody in', async () => {
    const visitor = createVisitor(down)
    await visitor.signIn('anna')
    expect(await visitor.status('/account')).toBe(200)
    await postgres.down()
    try {
      const page = await visitor.request('/account')
      expect(page.status).toBe(503)
      expect(page.text).toContain('Sign-in is not available at the moment')
      expect(page.text).not.toContain('ANNA')
      expect((await visitor.request('/de/account')).text).toContain(messageIn('de', 'notices', 'signInUnavailable'))
      expect(await createVisitor(down).status('/account')).toBe(307)
      expect(await createVisitor(down).status('/members')).toBe(200)
      const other = createVisitor(down)
      expect((await other.signIn('ben')).status).toBe(503)
      expect([...other.cookies]).toEqual([])
    } finally {
      await postgres.up()
    }
    await expect.poll(() => visitor.status('/account')).toBe(200)
  })
})
