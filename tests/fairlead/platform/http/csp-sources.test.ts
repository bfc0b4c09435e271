import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { completePageHeaders } from '#fairlead/server/finish-response.server.ts'
import { checkSources, hasSources, mergeSources } from '#fairlead/platform/http/csp-sources.ts'
import { checkTunnelPath } from '#fairlead/server/check-routes.server.ts'
import { DOCUMENT_RULES } from '#fairlead/navigation/prefetch/document-rules.ts'
import {
  cachedDocumentPolicy,
  createSecurityHeaders,
  documentPolicy,
} from '#fairlead/server/security-headers.server.ts'

const SETTINGS = {
  PUBLIC_ORIGIN: undefined,
  SENTRY_DSN: undefined,
  SENTRY_TRANSPORT: 'tunnel',
  SENTRY_TUNNEL_PATH: undefined,
} as const
const CHARTS = 'https://charts.example'

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/, 2) as [string, string]))
}

/** The Speculation Rules by which documents are prefetched. */
const RULES = `'sha256-${createHash('sha256').update(DOCUMENT_RULES).digest('base64')}'`

describe('sources of a page', () => {
  it('are added to the directives of the policy, and change no others', () => {
    const plain = directives(documentPolicy('n', SETTINGS, {}))
    const policy = documentPolicy('n', SETTINGS, { images: [CHARTS], frames: [CHARTS, 'https://*.maps.example'] })
    expect(directives(policy)).toEqual({
      ...plain,
      'img-src': `'self' data: blob: ${CHARTS}`,
      'frame-src': `'self' ${CHARTS} https://*.maps.example`,
    })
    const cached = directives(cachedDocumentPolicy([`'sha256-x'`], SETTINGS, { fetch: [CHARTS] }))
    expect(cached['connect-src']).toBe(`'self' ${CHARTS}`)
  })

  it('do not become those of another page, and each document has its own nonce', () => {
    const [page, other] = [{ images: [CHARTS] }, {}]
    const policies = ['one', 'two'].flatMap((nonce) => [page, other].map((of) => documentPolicy(nonce, SETTINGS, of)))
    const read = policies.map((policy) => [directives(policy)['script-src'], policy.includes(CHARTS)])
    expect(read).toEqual([
      [`'nonce-one' 'strict-dynamic' ${RULES}`, true],
      [`'nonce-one' 'strict-dynamic' ${RULES}`, false],
      [`'nonce-two' 'strict-dynamic' ${RULES}`, true],
      [`'nonce-two' 'strict-dynamic' ${RULES}`, false],
    ])
    const https = documentPolicy('one', { ...SETTINGS, PUBLIC_ORIGIN: 'https://pages.example' }, page)
    expect(https).toBe(`${policies[0]?.replace('; report-uri', '; upgrade-insecure-requests; report-uri')}`)
  })

  it('are the union of all declarations', () => {
    expect(mergeSources({ images: [CHARTS] }, {}, { images: [CHARTS, 'data:'], forms: [CHARTS] })).toEqual({
      images: [CHARTS, 'data:'],
      forms: [CHARTS],
    })
  })

  it.each([
    [{}, {}, true],
    [{ images: [CHARTS] }, {}, true],
    [{}, { images: [CHARTS] }, false],
    [{ frames: [CHARTS] }, { images: [CHARTS] }, false],
    [{ images: [CHARTS, 'data:'] }, { images: ['data:'] }, true],
  ])('of a document %j allow %j: %s', (document, wanted, allowed) => {
    expect(hasSources(document, wanted)).toBe(allowed)
  })

  it.each([CHARTS, 'https://charts.example:8443/tiles/', 'https://*.charts.example', 'wss://live.example', 'data:'])(
    'may be %s',
    (source) => {
      expect(() => checkSources('the route /tides', { images: [source] })).not.toThrow()
    },
  )

  it.each(['*', 'charts.example', 'https://a.example; script-src *', 'https://a.example https://b', ''])(
    'may not be %j',
    (source) => {
      expect(() => checkSources('the route /tides', { images: [source] })).toThrow(
        `the route /tides: csp.images has ${JSON.stringify(source)}; allowed: an origin`,
      )
    },
  )

  it('of scripts are origins alone, and all are of a kind that is known', () => {
    const check = (sources: object) => () => checkSources('the route /tides', sources)
    expect(check({ scripts: ['blob:'] })).toThrow('csp.scripts has')
    expect(check({ scripts: ['https:'] })).toThrow('csp.scripts has')
    expect(check({ scripts: [CHARTS], workers: ['blob:'] })).not.toThrow()
    expect(check({ objects: [CHARTS] })).toThrow('csp.objects is no kind of source; allowed: images,')
  })
})

it('a worker may do what pages may, and a file that is opened nothing', () => {
  const headersOf = createSecurityHeaders({ ...SETTINGS, SENTRY_TUNNEL_PATH: '/pier' })
  const policyFor = (to: string) =>
    directives(Object.fromEntries(headersOf({ headers: { 'sec-fetch-dest': to } }))['content-security-policy'] ?? '')
  const own = { 'default-src': "'self'", 'script-src': `'self' ${RULES}`, 'connect-src': "'self'" }
  expect(policyFor('worker')).toMatchObject({ ...own, 'report-uri': '/pier/csp' })
  expect(policyFor('document')).toMatchObject({ 'default-src': "'none'" })
})

it.each([
  [undefined, undefined],
  ['/pier', undefined],
  ['/start', '/start'],
  ['/harbour', '/harbour/$id'],
  ['/charts', '/charts/north.svg'],
  ['/de', '/de'],
  ['/germany/start', '/germany/start'],
  ['/hafen', '/hafen/$id'],
  ['/germany/hafen', '/germany/hafen/$id'],
])('a tunnel at %s hides %s', (own, hidden) => {
  const ids = ['/', '/{-$locale}/start', '/{-$locale}/harbour/$id', '/{-$locale}/$', '/starting']
  const routesById = Object.fromEntries(ids.map((fullPath) => [fullPath, { fullPath }])) as never
  const languages = { locales: ['en', 'de', 'nl'], defaultLocale: 'en', prefixes: ['de', 'nl'] } as const
  const customPrefixes = own?.startsWith('/germany') ? { de: '/germany' } : undefined
  const tables = { de: { '/harbour/$id': ['/hafen/$id'] } }
  const check = () =>
    checkTunnelPath(own, { routesById }, ['/charts/north.svg'], { ...languages, customPrefixes, tables })
  if (hidden === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(`SENTRY_TUNNEL_PATH: ${own} would hide ${hidden}; allowed: a path of no page`)
})

it.each([
  [undefined, 'Cookie'],
  ['cookie', 'cookie'],
  ['X-Unit', 'X-Unit, Cookie'],
  ['Accept, Cookie', 'Accept, Cookie'],
])('the headers of a page vary by %s and the cookies', (own, vary) => {
  const headers = new Headers(own === undefined ? {} : { vary: own })
  completePageHeaders(headers, undefined)
  expect(headers.get('vary')).toBe(vary)
})
