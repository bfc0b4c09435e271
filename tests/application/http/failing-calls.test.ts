import { describe, expect, it } from 'vitest'
import { functionsIn, OWN_PAGE, payloadOf } from '#tests/harness/call-server-fn.ts'
import { SECRET } from '#tests/application/http/error-cases.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

type Line = { digest?: string }

function ask(which: 0 | 1, data: Parameters<typeof payloadOf>[0]): Promise<Response> {
  const path = functionsIn('error-cases')[which]
  return fetch(`${server.origin}${path}?payload=${payloadOf(data)}`, {
    headers: { ...OWN_PAGE, accept: 'application/x-tss-framed, application/json' },
    redirect: 'manual',
  })
}

/** Where the log was when it was last looked at. */
let last = -1

/** Returns the number of log lines. Waits for lines written before, which may arrive after a response. */
async function logged(): Promise<number> {
  const digest = (await ask(0, 'error')).headers.get('x-digest') ?? 'none'
  // A failure that is reported too often has the digest of an earlier one.
  const position = () => server.log.findLastIndex((line) => line.includes(digest))
  await expect.poll(position).toBeGreaterThan(last)
  return (last = position())
}

/** Calls a function of the application as its page does, and reads all of the answer and of the log that it left. */
async function call(which: 0 | 1, data: Parameters<typeof payloadOf>[0]) {
  const before = (await logged()) + 1
  const response = await ask(which, data)
  const text = await response.text().catch((error: unknown) => String(error))
  const lines = server.log.slice(before, await logged()).filter((line) => line.includes('"failed"'))
  return { response, text, failed: lines.map((line) => JSON.parse(line) as Line) }
}

describe('a call of a server function', () => {
  it.each(['error', 'string', 'undefined', 'object'])(
    'that throws %s answers 500 with the digest alone, recorded once',
    async (kind) => {
      const { response, text, failed } = await call(0, kind)
      expect(response.status).toBe(500)
      expect(failed).toHaveLength(1)
      expect(response.headers.get('x-digest')).toBe(failed[0]?.digest)
      expect(text).toContain(failed[0]?.digest)
      expect(text + [...response.headers].join()).not.toContain(SECRET)
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it.each([
    ['401', 'Sign in to continue.'],
    ['403', 'You are not allowed to see this.'],
    ['404', 'This berth does not exist.'],
    ['409', 'This was changed in the meantime.'],
    ['422', 'A depth is a number.'],
    ['429', 'Too many requests. Wait a moment.'],
  ])('that throws a PublicError of status %s answers with its message, and records nothing', async (kind, words) => {
    const { response, text, failed } = await call(0, kind)
    expect(response.status).toBe(Number(kind))
    expect(text).toContain(words)
    expect(text).toContain(`CASE_${kind}`)
    expect(response.headers.get('x-digest')).toBeNull()
    expect(failed).toEqual([])
  })

  it.each([
    ['response', 503, 'closed for repairs'],
    ['not-found', 404, 'isNotFound'],
    ['redirect', 200, '/errors'],
    ['no-such-kind', 422, 'INVALID_INPUT'],
  ])('that throws %s answers %i', async (kind, status, words) => {
    const { response, text, failed } = await call(0, kind)
    expect(response.status).toBe(status)
    expect(text).toContain(words)
    expect(failed).toEqual([])
  })
})

describe.each(['generator', 'stream', 'bytes', 'nested'])('a streamed response, as %s,', (as) => {
  it.each(['error', 'string', 'undefined', 'object'])('that fails with %s sends the digest alone', async (kind) => {
    const { response, text, failed } = await call(1, { as, kind })
    // It had begun.
    expect(response.status).toBe(200)
    expect(text).not.toContain(SECRET)
    // Two streams are nested, each with a failure of its own; what is no object is the same within a request.
    expect(failed).toHaveLength(as === 'nested' && !['string', 'undefined'].includes(kind) ? 2 : 1)
    for (const { digest } of failed) expect(text).toContain(digest)
  })

  it('that ends with a redirect sends its location, which bytes cannot', async () => {
    const { response, text, failed } = await call(1, { as, kind: 'redirect' })
    expect(response.status).toBe(200)
    expect(failed).toHaveLength(as === 'bytes' || as === 'nested' ? 1 : 0)
    for (const { digest } of failed) expect(text).toContain(digest)
    if (as !== 'bytes') expect(text).toContain('/errors')
  })
})
