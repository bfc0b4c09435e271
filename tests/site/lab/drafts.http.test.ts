import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAFTS } from '#app/forms/draft-store.server.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

const FORMS = '/lab/forms'

let server: Server
let action = ''

beforeAll(async () => {
  server = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const html = await (await fetch(`${server.origin}${FORMS}`)).text()
  action = /<form[^>]* action="([^"]*form=sounding[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
})
afterAll(() => server.stop())

type Post = { to?: string; cookie?: string; client?: string }

/** Posts a form as a browser without JavaScript does, and returns the cookie of its draft. */
async function post(fields: Record<string, string>, { to = action, cookie = '', client = '203.0.113.1' }: Post = {}) {
  const response = await fetch(`${server.origin}${to}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html', 'x-forwarded-for': client, cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function read(path: string, cookie: string): Promise<string> {
  return (await fetch(`${server.origin}${path}`, { headers: { cookie } })).text()
}

const WRONG = { place: 'Cape Unlikely', depth: 'twelve' }

describe('a draft', () => {
  it('is shown at its own path alone', async () => {
    const cookie = await post({ ...WRONG, _back: `${FORMS}?a=1` })
    expect(await read(`/de${FORMS}`, cookie)).not.toContain('Cape Unlikely')
    expect(await read('/lab/feed', cookie)).not.toContain('Cape Unlikely')
    expect(await read(FORMS, cookie)).toContain('value="Cape Unlikely"')
  })

  it('is stored beside those of other forms and pages', async () => {
    const cookie = await post({ ...WRONG, _back: FORMS })
    expect(await post({ place: 'Kap', _back: `/de${FORMS}` }, { cookie })).toBe(cookie)
    expect(await read(`/de${FORMS}`, cookie)).toContain('value="Kap"')
    await post({ place: 'Kap', depth: '7', _back: `/de${FORMS}` }, { cookie })
    expect(await read(`/de${FORMS}`, cookie)).not.toContain('value="Kap"')
    expect(await read(FORMS, cookie)).toContain('value="Cape Unlikely"')
  })

  it.each([
    ['of a form that lists what comes back', (to: string) => to],
    ['of a form that does not', (to: string) => to.replace(/&keep=[^&]*/g, '')],
    ['of a form whose function is gone', (to: string) => to.replace(/\/[\da-f]{64}/, '/0000')],
  ])('%s has no secret in it', async (_, change) => {
    const to = change(action)
    const secrets = { password: 'hunter2-a', 'cc-number': 'hunter2-b', 'one-time-code': 'hunter2-c' }
    const html = await read(FORMS, await post({ ...WRONG, ...secrets, _back: FORMS }, { to }))
    expect(html).toContain('value="Cape Unlikely"')
    expect(html).not.toContain('hunter2')
  })

  it('does not store a field that its form does not list', async () => {
    const html = await read(FORMS, await post({ ...WRONG, word: 'hunter2', _back: FORMS }))
    expect(html).toContain('value="Cape Unlikely"')
    expect(html).not.toContain('hunter2')
  })

  it('is not evicted by the posts of one other client', async () => {
    const cookie = await post({ ...WRONG, _back: FORMS })
    for (let sent = 0; sent < DRAFTS.maxCount + 20; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => post({ depth: 'junk' }, { client: '203.0.113.66' })))
    }
    expect(await read(FORMS, cookie)).toContain('value="Cape Unlikely"')
  })
})
