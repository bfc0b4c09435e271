import { describe, expect, it } from 'vitest'
import { TOKEN_ATTEMPTS } from '#fairlead/platform/http/operator-token.server.ts'
import { askDesk, cookiesOf, postForm, postSignOut, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { tags, textsOf } from '#tests/harness/html.ts'
import { OTHER_PREFIX, otherMessage } from '#tests/site/languages.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'

const server = withServer({ env: { OPERATOR_TOKEN: TOKEN } })

describe('signing in', () => {
  it('redirects to the page with the form, with an HttpOnly, SameSite cookie', async () => {
    const { status, headers } = await postForm(
      server.origin,
      { token: TOKEN },
      { page: `${OTHER_PREFIX}/reports/abc?x=1` },
    )
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`${OTHER_PREFIX}/reports/abc?x=1`)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^desk=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await askDesk(server.origin, '/reports', await signIn(server.origin))).status).toBe(200)
  })

  it('keeps the requested URL in the form', async () => {
    const { text } = await askDesk(server.origin, `${OTHER_PREFIX}/reports/abc?q=a&state=open`)
    const back = tags(text, 'input').find(({ name }) => name === '_back')
    expect(back?.value?.replaceAll('&amp;', '&')).toBe(`${OTHER_PREFIX}/reports/abc?q=a&state=open`)
  })

  it('on a page that claims to be of another site leads there never', async () => {
    const { headers } = await postForm(server.origin, { token: TOKEN }, { page: '//elsewhere.example' })
    expect(headers.get('location')).toBe('/')
  })

  it('rejects a body that is too long', async () => {
    const response = await postForm(server.origin, { token: 'x'.repeat(20_000) }, { scripted: true })
    expect(response.status).toBe(413)
  })

  it('is undone by signing out', async () => {
    const { status, headers } = await postSignOut(server.origin, { page: `${OTHER_PREFIX}/reports/vitals` })
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`${OTHER_PREFIX}/reports`)
    expect(headers.get('set-cookie')).toMatch(/^desk=; .*Max-Age=0/)
  })

  it('with a wrong token says so on the page with the form, and never shows the token', async () => {
    const refused = await postForm(
      server.origin,
      { token: 'not-the-token' },
      { page: `${OTHER_PREFIX}/reports/abc?q=a` },
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `${OTHER_PREFIX}/reports/abc?q=a`])
    const { status, text } = await askDesk(server.origin, `${OTHER_PREFIX}/reports/abc?q=a`, cookiesOf(refused))
    expect(status).toBe(401)
    expect(text).toContain('role="alert"')
    expect(textsOf(text)).toContain(otherMessage('reports', 'signIn.wrong'))
    expect(text).not.toContain('not-the-token')
    expect(tags(text, 'input').find(({ name }) => name === 'token')?.['aria-invalid']).toBe('true')
  })

  it('is limited after wrong tokens, for the right one too', async () => {
    const limited = await startForTest({ env: { OPERATOR_TOKEN: TOKEN } })
    const statuses: number[] = []
    for (let attempt = 0; attempt < TOKEN_ATTEMPTS.burst; attempt++) {
      statuses.push((await postForm(limited.origin, { token: 'wrong' }, { scripted: true })).status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
    const refused = await postForm(limited.origin, { token: TOKEN }, { scripted: true })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('set-cookie')).toBeNull()
    const shown = await postForm(limited.origin, { token: TOKEN }, { page: `${OTHER_PREFIX}/reports` })
    expect(cookiesOf(shown)).not.toContain('desk=')
    const { text } = await askDesk(limited.origin, `${OTHER_PREFIX}/reports`, cookiesOf(shown))
    expect(textsOf(text)).toContain(otherMessage('reports', 'signIn.wait'))
  })
})
