import { beforeAll, describe, expect, it } from 'vitest'
import { DRAFTS } from '#fairlead/forms/draft-store.server.ts'
import { withServer } from '#tests/harness/with-server.ts'

const FORMS = '/lab/forms'

const server = withServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
let action = ''

beforeAll(async () => {
  const html = await (await fetch(`${server.origin}${FORMS}`)).text()
  action = /<form[^>]* action="([^"]*form=sounding[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
})

/** Posts a form as a browser without JavaScript does, and returns the cookie of its draft. */
async function post(fields: Record<string, string>, { to = action, client = '203.0.113.1' } = {}) {
  const response = await fetch(`${server.origin}${to}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html', 'x-forwarded-for': client },
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

  it('of a form whose function is gone has no secret in it', async () => {
    const to = action.replace(/\/[\da-f]{64}/, '/0000')
    const secrets = { password: 'hunter2-a', 'cc-number': 'hunter2-b', 'one-time-code': 'hunter2-c' }
    const html = await read(FORMS, await post({ ...WRONG, ...secrets, _back: FORMS }, { to }))
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

describe('a flash message', () => {
  const NEXT = { place: 'Cape <Flash>', depth: '7', next: 'first' }
  const MESSAGE = 'Cape &lt;Flash&gt; wurde mit 7 m Tiefe eingetragen.'

  it('is shown once, in the language of the form, and by no page for everyone', async () => {
    const before = await read('/de', '')
    const cookie = await post({ ...NEXT, _back: `/de${FORMS}` })
    expect(cookie).toMatch(/^draft=/)
    expect(await read('/de', '')).not.toContain(MESSAGE)
    const shown = await fetch(`${server.origin}/de`, { headers: { cookie } })
    const text = await shown.text()
    expect(text).toContain('role="status"')
    expect(text).toContain(MESSAGE)
    expect(shown.headers.get('cache-control')).toContain('private')
    expect(shown.headers.get('set-cookie')).toMatch(/^draft=;.*Max-Age=0/i)
    const again = await fetch(`${server.origin}/de`, { headers: { cookie } })
    expect(await again.text()).not.toContain(MESSAGE)
    expect(await read('/de', '')).toBe(before)
  })

  it.each([
    ['/de', '/de'],
    ['/ar', '/ar'],
    ['', '/'],
  ])('a form at %s/lab/forms leads to %s', async (prefix, location) => {
    const response = await fetch(`${server.origin}${action}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      body: new URLSearchParams({ ...NEXT, _back: prefix + FORMS }),
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
  })
})

describe('a body that is too large', () => {
  /** Posts a form with a file between its fields. */
  async function postLarge(bytes: number): Promise<Response> {
    const body = new FormData()
    body.append('_back', `${FORMS}?a=1`)
    body.append('place', 'Cape Large')
    body.append('password', 'hunter2')
    body.append('file', new File([new Uint8Array(bytes)], 'a.bin'))
    body.append('depth', '7')
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }
    return fetch(`${server.origin}${action}`, { method: 'POST', headers, body, redirect: 'manual' })
  }

  it('leads back to its form, which says so and has what was typed before and after the file', async () => {
    const response = await postLarge(3_000_000)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${FORMS}?a=1`])
    const html = await read(FORMS, response.headers.get('set-cookie')?.split(';')[0] ?? '')
    expect(html).toContain('data-failure="tooLarge"')
    expect(html).toContain('value="Cape Large"')
    expect(html).toContain('value="7"')
    expect(html).not.toContain('hunter2')
  })
})
