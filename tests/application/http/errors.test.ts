import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { REPORT_LIMIT } from '#fairlead/error-reports/capture-exception.server.ts'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { tags, titleOf } from '#tests/harness/html.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { MATRIX, type Outcome, SECRET } from '#tests/application/http/error-cases.ts'
import { startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'
import { withServer, startForTest } from '#tests/harness/with-server.ts'

/** Robots wait for the whole page, so the tests say that they are none. */
const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' }

const SENTENCE = 'Application error: a server-side exception has occurred (see the server logs for more information).'

let ingest: Upstream
const server = withServer(async () => {
  ingest = await startUpstream()
  return { env: { SENTRY_DSN: ingest.dsn } }
})
afterAll(() => ingest.close())

/** The digests of all reports that were delivered. */
function reportedDigests(): unknown[] {
  return ingest.received.map(
    ({ body }) => (JSON.parse(body.split('\n')[2] ?? '') as { tags: { digest: string } }).tags.digest,
  )
}

type Line = { msg?: string; digest?: string; path?: string; report?: string; fingerprint?: string }

/** Returns the lines of a log that tell of a failure. */
const failuresIn = (log: readonly string[]) =>
  log.filter((line) => line.includes('"failed"')).map((line) => JSON.parse(line) as Line)

const failures = () => failuresIn(server.log)

async function visit(path: string, headers: Record<string, string> = BROWSER) {
  const response = await fetch(`${server.origin}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

function digestIn(html: string): string | undefined {
  return /data-testid="digest"[^>]*>Digest: (\w+)</.exec(html)?.[1]
}

function expectPage(html: string, page: Outcome['page']): void {
  const robots = tags(html, 'meta').filter(({ name }) => name === 'robots')
  switch (page) {
    case 'digest':
      expect(html).toContain(SENTENCE)
      break
    case 'message':
      expect(html).not.toContain('Application error')
      expect(tags(html, 'h1')).toHaveLength(1)
      break
    case 'not-found':
      expect(html).toContain('This page could not be found.')
      expect(titleOf(html)).toMatch(/could not be found/)
      break
    case 'waiting':
    case 'none':
      return
  }
  expect(robots.map(({ content }) => content)).toEqual(['noindex'])
}

describe('a failure on the server', () => {
  it.each(MATRIX)('$name', async ({ name, outcome }) => {
    const before = failures().length
    const { status, headers, html } = await visit(`/errors/${name}`)
    expect(status).toBe(outcome.status)
    expectPage(html, outcome.page)
    expect(html).not.toContain(SECRET)
    expect([...headers].join()).not.toContain(SECRET)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).not.toBeNull()

    // The log comes by a pipe of its own, and may be later than the answer.
    if (outcome.recorded) await expect.poll(() => failures().length).toBeGreaterThan(before)
    const lines = failures().slice(before)
    expect(lines).toHaveLength(outcome.recorded ? 1 : 0)
    const [line] = lines
    expect(headers.get('x-digest') ?? undefined).toBe(outcome.header ? line?.digest : undefined)
    expect(digestIn(html)).toBe(outcome.page === 'digest' ? line?.digest : undefined)
    if (status !== 307 && outcome.page !== 'waiting' && outcome.page !== 'none') {
      expect(headers.get('cache-control')).toMatch(outcome.page === 'not-found' ? /no-(store|cache)/ : /no-store/)
    }
    if (line)
      expect(line).toMatchObject({
        digest: /^\w{10}$/.test(line.digest ?? '') ? line.digest : '',
        path: `/errors/${name}`,
      })
  })

  // In reverse: in their order they are above.
  it('has one digest and one report however often its page is rendered', async () => {
    const fresh = await startForTest()
    const lines = () => failuresIn(fresh.log)
    const digests: (string | undefined)[] = []
    for (const { name, outcome } of MATRIX.toReversed()) {
      if (outcome.page === 'waiting') continue
      // The first may be streamed, the second is rendered to a string.
      for (let visits = 0; visits < 2; visits++) {
        const response = await fetch(`${fresh.origin}/errors/${name}`, { headers: BROWSER, redirect: 'manual' })
        const header = response.headers.get('x-digest') ?? undefined
        const shown = digestIn(await response.text())
        if (outcome.recorded) digests.push(header ?? shown)
        if (header !== undefined && shown !== undefined) expect(shown, name).toBe(header)
      }
    }
    const known = digests.filter((digest) => digest !== undefined)
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(known.length)
    const logged = lines().map(({ digest }) => digest)
    expect(new Set(logged)).toEqual(new Set([...logged, ...known]))
    const counts = Map.groupBy(lines(), ({ path }) => path)
    for (const { name, outcome } of MATRIX) {
      if (!outcome.recorded || outcome.page === 'waiting') continue
      expect(counts.get(`/errors/${name}`)?.length, name).toBe(2)
    }
  }, 60_000)

  it('is one line of the log, and nothing on standard error', () => {
    for (const line of server.log) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  })

  it('has its own digest, and a fingerprint that equal failures share', async () => {
    const before = failures().length
    await visit('/errors/loader-error')
    await visit('/errors/loader-error')
    await expect.poll(() => failures().length).toBe(before + 2)
    const [first, second] = failures().slice(before)
    expect(first?.digest).not.toBe(second?.digest)
    expect(first?.fingerprint).toBe(second?.fingerprint)
  })

  it('has its page in the language of its URL, and its headline in English', async () => {
    for (const name of ['loader-error', 'document-error']) {
      const { html } = await visit(`/ar/errors/${name}`)
      expect(html).toContain(SENTENCE)
      expect(tags(html, 'html')[0]).toMatchObject({ lang: 'ar', dir: 'rtl' })
      expect(html).toContain(messageIn('ar', 'shell', 'error.retry'))
      expect(tags(html, 'h1')[0]).toMatchObject({ lang: 'en', dir: 'ltr' })
    }
  })

  it('keeps the frame when only a segment failed, and has its own document when the root did', async () => {
    for (const name of ['loader-error', 'render-error']) {
      expect(tags((await visit(`/errors/${name}`)).html, 'header').length, name).toBeGreaterThan(0)
    }
    expect(tags((await visit('/errors/document-error')).html, 'header')).toEqual([])
  })

  it('has a button to copy its digest that is disabled until hydration', async () => {
    const { html } = await visit('/errors/loader-error')
    expect(/<button [^>]*disabled[^>]*>Copy the digest</.exec(html)).not.toBeNull()
    expect(tags((await visit('/errors/document-error')).html, 'button')[1]).toMatchObject({
      id: 'copy',
      hidden: '',
    })
  })

  it('is JSON for a client of a server route that accepts it', async () => {
    const { status, html } = await visit('/errors/server-route-error', { accept: 'application/json' })
    expect(status).toBe(500)
    const body = JSON.parse(html) as { error: { digest: string } }
    expect(body).toEqual({ error: { digest: expect.any(String) } })
    await expect.poll(() => failures().at(-1)?.digest).toBe(body.error.digest)
  })

  it('is not in the client files', () => {
    const folder = join(builtFolder(), 'public')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|html|json|svg)$/.test(name),
    )
    expect(names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(SECRET))).toEqual([])
  })
})

/** They get whole pages, so that the status is right whatever comes late. */
const ROBOTS = {
  'a search engine': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'a browser without a window':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
}
const LATE = ['deferred', 'query', 'suspense-query']

describe.each(Object.entries(ROBOTS))('%s', (_, userAgent) => {
  const visitAsRobot = (path: string) => visit(path, { accept: 'text/html', 'user-agent': userAgent })

  it.each(LATE)('gets 404 and the not-found page, also after a delay, by %s', async (place) => {
    const { status, html } = await visitAsRobot(`/errors/${place}-not-found`)
    expect(status).toBe(404)
    expectPage(html, 'not-found')
    expect(tags(html, 'header').length).toBeGreaterThan(0)
  })

  it.each(LATE)('gets a redirect, also after a delay, by %s', async (place) => {
    const { status, headers } = await visitAsRobot(`/errors/${place}-redirect`)
    expect([status, headers.get('location')]).toEqual([307, '/errors'])
  })

  it('gets 500 and the digest of a failure, also after a delay', async () => {
    const { status, html } = await visitAsRobot('/errors/deferred-error')
    expect(status).toBe(500)
    expect(digestIn(html)).toMatch(/^\w{10}$/)
    await expect.poll(() => failures().at(-1)?.digest).toBe(digestIn(html))
  })
})

describe('many failures at once', () => {
  it('are one line of the log each, and reports up to a limit, to which their digests lead', async () => {
    const before = failures().length
    const queue = Array.from({ length: 300 }, (_, index) => index)
    const seen: (string | null)[] = []
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        while (queue.pop() !== undefined) seen.push((await visit('/errors/server-route-error')).headers.get('x-digest'))
      }),
    )
    // The log comes by a pipe of its own, and may be later than the answer.
    await expect.poll(() => failures().length).toBeGreaterThanOrEqual(before + 300)
    const lines = failures().slice(before)
    expect(lines).toHaveLength(300)
    expect(new Set(lines.map(({ digest }) => digest))).toEqual(new Set(seen))
    const logged = new Set(failures().map(({ digest }) => digest))
    await expect.poll(() => reportedDigests().length).toBeGreaterThanOrEqual(logged.size)
    const reported = reportedDigests()
    expect(new Set(reported)).toEqual(logged)
    expect(reported).toHaveLength(logged.size)
    // The flood may have lasted from one minute into the next.
    expect(new Set(seen).size).toBeLessThanOrEqual(2 * REPORT_LIMIT.perMinute)
  })
})
