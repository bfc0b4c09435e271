import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number; message?: string }
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] }

const exported: Export[] = []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    if (request.url === '/v1/traces') exported.push(body as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const spans = () =>
  exported.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )

const PARENT = '00f067aa0ba902b7'

/** Asks for a path as part of a trace of its own, and returns its id. */
async function traced({ origin }: Server, path: string, flags = '01'): Promise<string> {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  await ask(path, { origin, headers: { traceparent: `00-${traceId}-${PARENT}-${flags}` } })
  return traceId
}

const spansOf = (traceId: string): Span[] => spans().filter((span) => span.traceId === traceId)

let page: string
let failure: string
let unsampled: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SERVICE_NAME: 'harbour' }
  const server = await startServer({ env })
  page = await traced(server, '/item/7')
  failure = await traced(server, '/errors/loader-error')
  unsampled = await traced(server, '/item/7', '00')
  // A process that ends sends its last spans.
  await server.stop()
})
afterAll(() => void collector.close())

it('a page continues the trace of its request, with spans of stages, loaders, server functions and the render', () => {
  const own = spansOf(page)
  const request = own.find(({ parentSpanId }) => parentSpanId === PARENT)
  expect(request?.name).toBe('GET /{-$locale}/item/$id')
  const attributes = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(attributes['http.response.status_code']).toEqual({ intValue: 200 })
  expect(attributes['fairlead.stage']).toEqual({ stringValue: 'render' })
  const names = own.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'stage routing-table',
      'stage render',
      'loader /{-$locale}/item/$id',
      'server-function readItem',
      'render',
    ]),
  )
  const ids = new Set(own.map(({ spanId }) => spanId))
  for (const span of own) if (span !== request) expect(ids).toContain(span.parentSpanId)
  expect(exported[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'harbour' },
  })
})

it('a failure is an error of its span, without its message', () => {
  const own = spansOf(failure)
  const request = own.find(({ parentSpanId }) => parentSpanId === PARENT)
  expect(request?.status.code).toBe(2)
  expect(own.find(({ name }) => name === 'loader /{-$locale}/errors/$failing')?.status).toEqual({
    code: 2,
    message: expect.stringMatching(/^\w*Error$/),
  })
})

it('a trace that is not sampled has no spans', () => {
  expect(spansOf(unsampled)).toEqual([])
})
