import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { feedback, functionsIn, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { root } from '#tests/harness/project-files.ts'
import { type AskOptions, ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { envelope } from '#tests/fairlead/error-reports/envelopes.ts'

/** A request that sends some bytes of something. */
type Worst = (bytes: number) => AskOptions & { path: string }

/** The most that twice as many bytes may take, as a multiple: quadratic work takes four times as long. */
const MOST = 3

/** Bytes of the shorter request. A body may have 1 MB; Node takes 16 kB of headers. */
const BYTES = { body: 400_000, head: 7_500 }

/** Requests of a measurement: one with headers takes little longer than a page. */
const REQUESTS = { body: 1, head: 5 }

/**
 * Measurements, of which the shortest counts. After the first, only a request that seems to take too long is repeated;
 * one that takes more than `longMs` no more than once.
 */
const TURNS = { most: 8, longMs: 2_000 }

/** Milliseconds below which nothing but noise is measured: quadratic work on this many bytes takes seconds. */
const NOISE_MS = 40

const server = withServer({
  args: ['--import', join(root, 'tests/harness/report-cpu.ts'), '.output/server/index.mjs'],
})

/** Returns the milliseconds of processor time that the server has used so far. */
async function cpuMs(): Promise<number> {
  const written = server.log.length
  server.process.kill('SIGUSR2')
  const find = () => server.log.slice(written).find((line) => line.startsWith('{"msg":"cpu"'))
  const line = await expect.poll(find, { interval: 1 }).toBeDefined().then(find)
  return (JSON.parse(line ?? '') as { us: number }).us / 1_000
}

async function timeOf({ path, ...options }: ReturnType<Worst>, requests: number): Promise<number> {
  const start = await cpuMs()
  for (let count = 0; count < requests; count++) {
    const { status } = await ask(path, { ...options, origin: server.origin })
    expect(status).toBeLessThan(500)
  }
  return (await cpuMs()) - start
}

/** The time for twice as many bytes as a multiple of the time for `bytes`; 0 if it is too short to be measured. */
async function growthOf(worst: Worst, bytes: number, requests: number): Promise<number> {
  const [short, long] = [worst(bytes), worst(2 * bytes)]
  let [base, time] = [Infinity, Infinity]
  const isTooLong = () => time > NOISE_MS && time / base >= MOST
  for (let turn = 0; turn === 0 || (isTooLong() && turn < (time > TURNS.longMs ? 2 : TURNS.most)); turn++) {
    base = Math.min(base, await timeOf(short, requests))
    time = Math.min(time, await timeOf(long, requests))
  }
  return time > NOISE_MS ? time / base : 0
}

/** Repeats a text; each `#` in it is the number of the repetition, which has six characters. */
function repeat(text: string, bytes: number): string {
  const length = text.length + 5 * (text.split('#').length - 1)
  const number = (index: number) => index.toString(36).padStart(6, '0')
  return Array.from({ length: Math.floor(bytes / length) }, (_, index) => text.replaceAll('#', number(index))).join('')
}

const BROWSER = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin' }
const BOUNDARY = 'x'
/** A form whose handler is made by `handleForm`. */
const sounding = () => `${functionsIn('forms')[1]}?form=sounding`
const MISSING = '/_serverFn/0000?form=x'

const plain = (path: string, body: string, as: Record<string, string> = BROWSER) => ({
  path,
  body,
  method: 'POST',
  headers: { ...as, 'content-type': 'application/x-www-form-urlencoded' },
})
const multipart = (path: string, parts: string, as: Record<string, string> = BROWSER) => ({
  path,
  body: `${parts}--${BOUNDARY}--\r\n`,
  method: 'POST',
  headers: { ...as, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
})
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const json = (body: string) => ({
  path: feedback(),
  body,
  method: 'POST',
  headers: { ...OWN_PAGE, 'content-type': 'application/json' },
})
const tunnel = (body: string | Uint8Array, headers: Record<string, string> = {}) => ({
  path: '/monitoring',
  body,
  method: 'POST',
  headers,
})
const head = JSON.stringify({ dsn: 'https://public@errors.invalid/0' })

const BODIES: Record<string, Worst> = {
  'a form with many fields': (bytes) => plain(sounding(), repeat('a#=&', bytes)),
  'a form with many fields, by a script': (bytes) => plain(sounding(), repeat('a#=&', bytes), OWN_PAGE),
  'a form with many values of a field': (bytes) => plain(sounding(), repeat('a=#&', bytes)),
  'a form with one long value': (bytes) => plain(feedback(), `message=${repeat('%61.', bytes)}`),
  'a form with one long name': (bytes) => plain(sounding(), `${repeat('a.', bytes)}=1`),
  'a form with a long page to return to': (bytes) => plain(sounding(), `_back=/${repeat('../', bytes)}`),
  'a form with as many fields as it may have': (bytes) =>
    plain(sounding(), repeat(`a#=${'x'.repeat(bytes / 490)}&`, bytes)),
  'a form with many parts': (bytes) => multipart(sounding(), repeat(part('a#', ''), bytes)),
  'a form with one long part': (bytes) => multipart(sounding(), part('message', repeat('\r\n--', bytes))),
  'a part with a long head': (bytes) => multipart(sounding(), part(repeat('a.', bytes), '')),
  'a form that is too large, with many parts': (bytes) => multipart(sounding(), repeat(part('a#', ''), 8 * bytes)),
  'a form of a missing function': (bytes) => plain(MISSING, repeat('a#=&', bytes)),
  'a form of a missing function with many parts': (bytes) => multipart(MISSING, repeat(part('a#', ''), bytes)),
  'a sign-in with many fields': (bytes) => plain(functionsIn('account')[2] ?? '', repeat('a#=&', bytes)),
  'a call with a long text': (bytes) => json(`{"t":{"t":1,"s":"${repeat('a ', bytes)}"},"f":63,"m":[]}`),
  'a call with many members': (bytes) => {
    const keys = repeat('"a#",', bytes / 3).slice(0, -1)
    const values = repeat('{"t":0,"s":1},', (bytes * 14) / 27).slice(0, -1)
    return json(`{"t":{"t":10,"i":0,"p":{"k":[${keys}],"v":[${values}]},"o":0},"f":63,"m":[]}`)
  },
  'a call with many lists': (bytes) =>
    json(`{"t":{"t":9,"i":0,"a":[${repeat('{"t":9,"i":1,"a":[],"o":0},', bytes).slice(0, -1)}],"o":0},"f":63,"m":[]}`),
  'a call with deep lists': (bytes) => json('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  'the body of a server route': (bytes) => ({
    path: '/readings',
    body: repeat('a', bytes),
    method: 'POST',
    headers: OWN_PAGE,
  }),
  'a POST to a page': (bytes) => plain('/start', repeat('a#=&', bytes)),
  'a report with a long line': (bytes) => tunnel(`${head}\n${repeat('{', bytes)}`),
  'a report with many lines': (bytes) => tunnel(`${head}\n${repeat('{}\n', bytes)}`),
  'a report with many items': (bytes) => tunnel(`${head}\n${repeat('{"type":"x"}\n{}\n', bytes)}`),
  'a report of a long message': (bytes) =>
    tunnel(
      envelope({ dsn: 'https://public@errors.invalid/0' }, [{ type: 'event' }, { message: repeat('1a ', bytes) }]),
    ),
  'a report of many frames': (bytes) => {
    const frames = JSON.parse(`[${repeat('{"filename":"/a#.js","lineno":1},', bytes).slice(0, -1)}]`) as object[]
    const exception = { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] }
    return tunnel(envelope({ dsn: 'https://public@errors.invalid/0' }, [{ type: 'event' }, { exception }]))
  },
  'a compressed report': (bytes) =>
    tunnel(gzipSync(`${head}\n${repeat('{"type":"x"}\n{}\n', 2 * bytes)}`), { 'content-encoding': 'gzip' }),
  'a CSP report': (bytes) => ({
    path: '/monitoring/csp',
    body: JSON.stringify([{ type: 'csp-violation', url: '/', body: { blockedURL: repeat('a/', bytes) } }]),
    method: 'POST',
    headers: { 'content-type': 'application/reports+json' },
  }),
}

const get = (path: string, headers: Record<string, string> = {}) => ({ path, headers: { ...BROWSER, ...headers } })

/** Pages of every kind: static, with a schema, cached, missing, behind a guard, and without a component. */
const PATHS = ['/', '/search', '/kept/1', '/missing', '/account', '/sitemap.xml']

const HEADS: Record<string, Worst> = {
  ...Object.fromEntries(
    PATHS.flatMap((path) => [
      [`${path} with many search params`, (bytes: number) => get(`${path}?${repeat('a#=&', bytes)}`)],
      [`${path} with one search param many times`, (bytes: number) => get(`${path}?${repeat('q=%61&', bytes)}`)],
      [`${path} with many cookies`, (bytes: number) => get(path, { cookie: repeat('a#=%61; ', bytes) })],
    ]),
  ),
  'a long path': (bytes) => get(`/echo/${repeat('a', bytes)}`),
  'a path with many segments': (bytes) => get(`/echo${repeat('/a', bytes)}`),
  'a path with many slashes': (bytes) => get(`/echo${repeat('/', bytes)}a`),
  'an encoded path': (bytes) => get(`/echo/${repeat('%E3%81%82', bytes)}`),
  'a path with dots': (bytes) => get(`/echo${repeat('/..', bytes)}`),
  'a call by GET': (bytes) =>
    get(`${functionsIn('item')[0]}?payload=${repeat('%5B', bytes)}`, { ...OWN_PAGE, accept: 'application/json' }),
  'the thanks for feedback': (bytes) => get(`/_feedback/thanks?address=/${repeat('a/', bytes)}`),
  'a file': (bytes) => get('/favicon.svg', { 'accept-encoding': repeat('a;q=0, ', bytes) }),
  'a missing file': (bytes) => get(`/_build/${repeat('a/', bytes)}`),
  'a health check': (bytes) => get(`/healthz?${repeat('a#&', bytes)}`),
  'a cookie in quotes': (bytes) => get('/start', { cookie: `draft="${repeat('" ', bytes)}` }),
  ...Object.fromEntries(
    [
      ['accept-language', 'en-#;q=0.5, '],
      ['accept', 'text/#;q=0.5, '],
      ['accept-encoding', 'gzip;q=0.5, '],
      ['if-none-match', 'W/"#", '],
      ['range', 'bytes=0-1, '],
      ['user-agent', 'Safari/1 Version/1 '],
      ['referer', 'http://x/#'],
      ['x-forwarded-for', '10.0.0.1, '],
      ['x-forwarded-host', 'a.example, '],
      ['x-forwarded-proto', 'https, '],
      ['forwarded', 'for=10.0.0.1;proto=https, '],
      ['baggage', 'a#=b, '],
      ['sec-fetch-site', 'a '],
      ['content-type', 'a; boundary='],
    ].map(([name = '', text = '']) => [name, (bytes: number) => get('/start', { [name]: repeat(text, bytes) })]),
  ),
}

it.each(Object.entries(BODIES))('twice as much takes at most three times as long: %s', async (_, worst) => {
  expect(await growthOf(worst, BYTES.body, REQUESTS.body)).toBeLessThan(MOST)
})

it.each(Object.entries(HEADS))('twice as much takes at most three times as long: %s', async (_, worst) => {
  expect(await growthOf(worst, BYTES.head, REQUESTS.head)).toBeLessThan(MOST)
})
