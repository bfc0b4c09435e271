import { describe, expect, it } from 'vitest'
import { askDesk, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer({ env: { OPERATOR_TOKEN: TOKEN } })

describe('a CSP violation', () => {
  it('is a kind of its own on the desk, with directive, blocked URL and page', async () => {
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
