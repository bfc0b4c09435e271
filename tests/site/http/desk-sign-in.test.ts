import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { askDesk, postForm, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { tags } from '#tests/harness/html.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

let server: Server

beforeAll(async () => {
  server = await startServer({ env: { OPERATOR_TOKEN: TOKEN } })
})
afterAll(() => server.stop())

describe('signing in', () => {
  it('redirects to the requested URL, with an HttpOnly, SameSite cookie', async () => {
    const { status, headers } = await postForm(server.origin, { token: TOKEN }, { to: '/de/reports/abc?x=1' })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/de/reports/abc?x=1')
    expect(headers.get('set-cookie')).toMatch(/^desk=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
    expect((await askDesk(server.origin, '/reports', await signIn(server.origin))).status).toBe(200)
  })

  it('keeps the requested URL in the form', async () => {
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
  ])('to %j redirects to the desk', async (to) => {
    const { headers } = await postForm(server.origin, { token: TOKEN }, { to })
    expect(headers.get('location')).toBe('/reports')
  })

  it.each([
    ['the token', { token: TOKEN }, { 'sec-fetch-site': 'cross-site' }],
    ['the token', { token: TOKEN }, { origin: 'https://elsewhere.example' }],
    ['signing out', { leave: 'yes' }, { 'sec-fetch-site': 'same-site' }],
  ])('rejects %s from another site', async (_, fields, headers) => {
    const response = await postForm(server.origin, fields, { headers })
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each([
    ['not a form', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['too long', { method: 'POST', body: new URLSearchParams({ token: 'x'.repeat(20_000) }) }, 413],
  ])('rejects a body that is %s', async (_, init, status) => {
    expect((await fetch(`${server.origin}/reports/session`, init)).status).toBe(status)
  })

  it('is undone by signing out', async () => {
    const { status, headers } = await postForm(server.origin, { leave: 'yes' }, { path: '/ja/reports/session' })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/ja/reports')
    expect(headers.get('set-cookie')).toMatch(/^desk=; .*Max-Age=0/)
  })

  it('is limited after wrong tokens, for the right one too', async () => {
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

  it('sets a Secure cookie over https', async () => {
    const secure = await startServer({ env: { OPERATOR_TOKEN: TOKEN, PUBLIC_ORIGIN: 'https://desk.example' } })
    try {
      const response = await postForm(secure.origin, { token: TOKEN }, { headers: { origin: 'https://desk.example' } })
      expect(response.headers.get('set-cookie')).toMatch(/; Secure$/)
    } finally {
      await secure.stop()
    }
  })
})
