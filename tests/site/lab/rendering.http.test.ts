import { describe, expect, it } from 'vitest'
import { withServer } from '#tests/harness/with-server.ts'

/** Robots wait for the whole page, so the tests say that they are none. */
const HEADERS = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' }

/** A part of the script that receives queries after the page. */
const QUERY_STREAM = 'new ReadableStream('

// A process of its own, which has rendered nothing yet.
const server = withServer()

async function visit(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${server.origin}${path}`, { headers: HEADERS })
  return { status: response.status, html: await response.text() }
}

const failures = () => server.log.filter((line) => line.includes('"failed"')).length

/** Returns a page without what differs between two requests. */
function withoutVariables(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/nonce="[^"]*"/g, '')
    .replace(/content="[A-Za-z0-9+/=]{24}"/g, '')
    .replace(/(data-testid="stamp"[^>]*>)[^<]*/, '$1')
}

describe('a page that does not suspend', () => {
  it('is rendered to a string after its first render, with the same markup and no stream of queries', async () => {
    const first = await visit('/lab/item/1')
    const second = await visit('/lab/item/1')
    expect(first.html).toContain(QUERY_STREAM)
    expect(second.html).not.toContain(QUERY_STREAM)
    expect(second.html).toContain('<!DOCTYPE html>')
    expect(withoutVariables(second.html)).toBe(withoutVariables(first.html))
  })
})

describe('a page that suspends although its route did not before', () => {
  it('is streamed whole, and its failure is recorded once', async () => {
    await visit('/lab/errors/loader-not-found')
    const trusted = await visit('/lab/errors/loader-not-found')
    expect(trusted.html).not.toContain(QUERY_STREAM)
    const { status, html } = await visit('/lab/errors/query-error')
    expect(status).toBe(200)
    expect(html).toContain(QUERY_STREAM)
    expect(html).toMatch(/<\/html>\s*(<script|$)/)
    await expect.poll(failures).toBe(1)
  })
})
