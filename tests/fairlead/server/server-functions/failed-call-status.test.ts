import { expect, it, vi } from 'vitest'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { withErrorStatus } from '#fairlead/server/server-functions/failed-call.server.ts'

vi.mock('#fairlead/errors/feedback.functions.ts', () => ({ sendFeedback: { url: '/_serverFn/0' } }))

const render = () => Promise.reject(new Error('no page is rendered'))

/** Returns the response to a call that failed with 429, as Start has made it of what the function set. */
function failed(accept: string) {
  const request = new Request('http://localhost/_serverFn/1', { method: 'POST', headers: { accept } })
  const context = Object.assign(new RequestContext(request, 'nonce'), { kind: 'call' })
  context.publicError = new PublicError('TOO_MANY_ATTEMPTS', 429, 'Too many attempts.')
  context.status = 429
  context.handlerReached = true
  const headers = new Headers({ 'retry-after': '30', 'content-type': 'application/json', 'x-tss-serialized': 'true' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  return withErrorStatus(new Response('{}', { headers }), context, render)
}

it('the document of a failed form has the headers that its function set', async () => {
  const { status, headers } = await failed('text/html')
  expect([status, headers.get('retry-after'), headers.getSetCookie()]).toEqual([429, '30', ['a=1', 'b=2']])
  expect([headers.get('content-type'), headers.has('x-tss-serialized')]).toEqual(['text/html; charset=utf-8', false])
  expect(headers.get('cache-control')).toBe('private, no-store')
})

it('the response to a script has the headers that its function set', async () => {
  const { status, headers } = await failed('application/json')
  expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([429, '30', 'application/json'])
})
