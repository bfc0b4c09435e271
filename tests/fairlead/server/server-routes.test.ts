import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { parseEnv } from '#fairlead/platform/env.server.ts'
import { checkMethod, createServerRoutes, type ServerRouteOptions } from '#fairlead/server/server-routes.server.ts'
import { RequestContext } from '#fairlead/platform/request-context.server.ts'

type Method = 'GET' | 'POST' | 'OPTIONS' | 'ANY'

const root = createRootRoute()
const page = () => null

/** Returns a server route with a handler for each method. */
function serverRoute(
  path: string,
  methods: readonly Method[],
  options: ServerRouteOptions = {},
  component?: () => null,
) {
  const handlers = Object.fromEntries(methods.map((method) => [method, () => new Response()]))
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData: { serverRoute: options },
    ...(component && { component }),
    // Start's types extend the router's.
    ...({ server: { handlers } } as object),
  })
}

const routes = createRouter({
  history: createMemoryHistory(),
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/page', component: page }),
    serverRoute('/both', ['GET', 'POST'], {}, page),
    serverRoute('/readings', ['GET', 'POST']),
    serverRoute('/hook', ['POST'], { crossSite: 'allow' }),
    serverRoute('/any', ['ANY']),
    serverRoute('/cors', ['GET', 'OPTIONS']),
    serverRoute('/small', ['POST'], { bodyBytes: 4 }),
    serverRoute('/slow', ['POST'], { bodyMs: 20 }),
    serverRoute('/report', ['GET'], { rate: { perSecond: 0.1, burst: 2 } }),
    serverRoute('/free', ['POST'], { rate: 'off' }),
  ]),
})

const parsed = parseEnv({ ...process.env, RATE_LIMIT: '1' })
if (parsed.type === 'faulty') throw new Error(parsed.fault)
const { env } = parsed

const OWN = { 'sec-fetch-site': 'same-origin', cookie: 'session=1' }

function setUp() {
  let now = 0
  const respond = createServerRoutes(env, () => now)
  return {
    /** Returns the status, with the body and cookie that reach the handler or the text that refuses. */
    send: async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
      const context = new RequestContext(new Request(`http://localhost${path}`, init), '', routes)
      const { status, headers, body } = await respond(context, async ({ request } = context) =>
        Response.json({ body: await request.text(), cookie: request.headers.get('cookie') }),
      )
      return { status, headers, text: await new Response(body).text() }
    },
    wait: (ms: number) => void (now += ms),
  }
}

it.each([
  ['/page', 'POST', { type: 'refused', allow: 'GET, HEAD' }],
  ['/page', 'OPTIONS', { type: 'refused', allow: 'GET, HEAD' }],
  // It is a 404.
  ['/nowhere', 'POST', { type: 'allowed' }],
  ['/nowhere', 'TRACE', { type: 'refused', allow: 'GET, HEAD' }],
  ['/both', 'HEAD', { type: 'allowed' }],
  ['/both', 'PUT', { type: 'refused', allow: 'GET, HEAD, POST, OPTIONS' }],
  ['/readings', 'HEAD', { type: 'allowed' }],
  ['/readings', 'POST', { type: 'allowed' }],
  ['/readings', 'DELETE', { type: 'refused', allow: 'GET, POST, HEAD, OPTIONS' }],
  ['/readings', 'OPTIONS', { type: 'listed', allow: 'GET, POST, HEAD, OPTIONS' }],
  ['/hook', 'GET', { type: 'refused', allow: 'POST, OPTIONS' }],
  ['/hook', 'HEAD', { type: 'refused', allow: 'POST, OPTIONS' }],
  ['/cors', 'OPTIONS', { type: 'allowed' }],
  ['/any', 'PURGE', { type: 'allowed' }],
])('%s takes %s or says what it takes', (path, method, decision) => {
  expect(checkMethod(routes, path, method)).toEqual(decision)
})

it.each([
  ['to a page', '/page', {}, 'session=1'],
  ['from a page of this site', '/readings', OWN, 'session=1'],
  ['from this site where the route allows others', '/hook', OWN, 'session=1'],
  ['from nowhere where the route allows it', '/hook', {}, null],
  ['from another site where the route allows it', '/hook', { 'sec-fetch-site': 'cross-site' }, null],
])(
  'a server route gives a handler the whole body of a write %s, and its cookies if it is from here',
  async (_, path, from, cookie) => {
    const headers = { cookie: 'session=1', ...from }
    const { status, text } = await setUp().send(path, { method: 'POST', headers, body: 'high water' })
    expect([status, JSON.parse(text)]).toEqual([200, { body: 'high water', cookie }])
  },
)

it.each([
  ['no header says where it comes from', {}, 'which page it comes from'],
  ['it comes from another site', { 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site is "cross-site"'],
])('a server route refuses a write when %s', async (_, headers, why) => {
  const { status, text } = await setUp().send('/readings', { method: 'POST', headers })
  expect(status).toBe(403)
  expect(text).toContain(why)
})

it('a server route refuses a body over the limit, the default one or that of the route', async () => {
  const { send } = setUp()
  const body = (bytes: number) => ({ method: 'POST', headers: OWN, body: 'x'.repeat(bytes) })
  expect(await send('/small', body(5))).toMatchObject({ status: 413, text: 'the body is larger than 4 bytes\n' })
  expect((await send('/small', body(4))).status).toBe(200)
  const large = await send('/readings', body(1_048_577))
  expect(large).toMatchObject({ status: 413, text: 'the body is larger than 1048576 bytes\n' })
})

it('a server route refuses a body whose end does not come', async () => {
  const { send } = setUp()
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) })
  const slow = await send('/slow', { method: 'POST', headers: OWN, body, duplex: 'half' })
  expect(slow).toMatchObject({ status: 408, text: 'the body took longer than 0.02 s\n' })
})

it('a server route limits the writes of a client by RATE_LIMIT, and no reads', async () => {
  const { send } = setUp()
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) {
    statuses.push((await send('/readings', { method: 'POST', headers: OWN })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const { status, headers, text } = await send('/readings', { method: 'POST', headers: OWN })
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  expect(text).toBe('too many requests from this client; again in 1 s\n')
  expect((await send('/readings')).status).toBe(200)
  expect((await send('/free', { method: 'POST', headers: OWN })).status).toBe(200)
})

it('a server route with a rate of its own limits every request', async () => {
  const { send, wait } = setUp()
  expect([(await send('/report')).status, (await send('/report', { method: 'HEAD' })).status]).toEqual([200, 200])
  const refused = await send('/report')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  wait(10_000)
  expect((await send('/report')).status).toBe(200)
})

it.each([
  ['a document that a browser prefetches', { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document' }, 503],
  ['one that it prerenders', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-dest': 'document' }, 503],
  ['a file that a page prefetches', { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'empty' }, 200],
  ['a visit', { 'sec-fetch-dest': 'document' }, 200],
])('a server route asked for %s answers', async (_, headers, status) => {
  expect(await setUp().send('/readings', { headers })).toMatchObject({ status })
})
