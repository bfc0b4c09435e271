import { describe, expect, inject, it } from 'vitest'

const origin = inject('origin')

/** Headers of a call by a page of this site. */
const sameOrigin = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }

describe('the response to a call of a server function', () => {
  it('that does not exist is 404, with a clear message and the build', async () => {
    const response = await fetch(`${origin}/_serverFn/0000`, { headers: sameOrigin })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await response.text()).toMatch(/no longer exists/)
    expect(response.headers.get('x-server-function')).toBe('gone')
    expect(response.headers.get('vary')).toMatch(/\bpurpose\b/i)
  })

  it('names the build of the client files, which the document starts with', async () => {
    const response = await fetch(`${origin}/_serverFn/0000`, { headers: sameOrigin })
    const html = await (await fetch(`${origin}/`)).text()
    const entry = /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(html)?.[1]
    expect(entry).toContain(`-${response.headers.get('x-build')}.js`)
  })
})
