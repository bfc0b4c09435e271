import { describe, expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { startForTest, withServer } from '#tests/harness/with-server.ts'

const server = withServer({ env: { SENTRY_TUNNEL_PATH: '/pier/7' } })

describe('a path of your own for the tunnel', () => {
  it.each(['/pier/7', '/pier/7/?o=1', '/monitoring'])('takes reports at %s', async (path) => {
    const id = randomId()
    const response = await fetch(server.origin + path, { method: 'POST', body: errorEnvelope(id) })
    expect([response.status, await response.json()]).toEqual([200, { id }])
  })

  it('refuses what the tunnel refuses', async () => {
    expect((await fetch(`${server.origin}/pier/7`)).status).toBe(405)
    expect((await fetch(`${server.origin}/pier/7/x`, { method: 'POST', body: '' })).status).toBe(404)
  })

  it('takes what violates the policy of a document, which names it', async () => {
    const response = await fetch(`${server.origin}/start`)
    expect(response.headers.get('content-security-policy')).toContain('; report-uri /pier/7/csp; report-to csp')
    expect(response.headers.get('reporting-endpoints')).toBe('csp="/pier/7/csp"')
    const report = { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://evil.example/x.png' } }
    const headers = { 'content-type': 'application/csp-report' }
    const sent = await fetch(`${server.origin}/pier/7/csp`, { method: 'POST', body: JSON.stringify(report), headers })
    expect(sent.status).toBe(204)
  })

  it('may not hide a page', async () => {
    const hiding = await startForTest({ env: { SENTRY_TUNNEL_PATH: '/start' } })
    await expect.poll(() => hiding.log.join('\n')).toContain('SENTRY_TUNNEL_PATH: /start would hide /start; allowed:')
    expect((await fetch(`${hiding.origin}/healthz`)).status).toBe(503)
  })

  it('leaves other paths to the application, and is named in its documents', async () => {
    for (const path of ['/pier', '/pier/70', '/pier/7x']) {
      const response = await fetch(server.origin + path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    }
    expect(await (await fetch(`${server.origin}/start`)).text()).toMatch(/<meta name="monitoring" [^>]*pier\/7/)
  })
})
