import { describe, expect, it, vi } from 'vitest'
import { sendRequest } from '#fairlead/navigation/engine.ts'
import {
  acceptResponse,
  readRetryAfter,
  UnexpectedResponseError,
} from '#fairlead/navigation/loading/server-function-response.ts'

const UNEXPECTED = 'An unexpected response was received from the server.'

type Head = Record<string, string>

function respond(status: number, headers: Head, body = ''): Response {
  return new Response(body, { status, headers })
}

describe('the response to a call of a server function', () => {
  it.each<[string, number, Head]>([
    ['data', 200, { 'content-type': 'application/json', 'x-tss-serialized': 'true' }],
    ['data in frames', 200, { 'content-type': 'application/x-tss-framed; v=1', 'x-tss-serialized': 'true' }],
    ['an error of the function', 500, { 'content-type': 'application/json', 'x-tss-serialized': 'true' }],
    ['a response of its own', 200, { 'content-type': 'text/html', 'x-tss-raw': 'true' }],
    ['a response that it threw', 401, { 'content-type': 'application/json', 'x-tss-raw': 'thrown' }],
  ])('is told from others by its head: %s', async (_, status, headers) => {
    const response = respond(status, headers)
    expect(await acceptResponse(response)).toBe(response)
  })

  it.each([{ isNotFound: true }, { isSerializedRedirect: true, href: '/' }])('may be %j', async (json) => {
    const response = await acceptResponse(Response.json(json), '/page')
    expect(await response.json()).toEqual({ ...json, calledFrom: '/page' })
  })

  it.each<[string, () => Response, string, number]>([
    [
      'a page, whatever its headers',
      () => respond(502, { 'content-type': 'text/html', 'x-tss-serialized': 'true' }),
      UNEXPECTED,
      502,
    ],
    ['text', () => respond(200, { 'content-type': 'text/plain' }, 'some text'), UNEXPECTED, 200],
    ['nothing', () => new Response(null, { status: 204 }), UNEXPECTED, 204],
    ['JSON of somebody else', () => Response.json({ ok: true }), UNEXPECTED, 200],
    ['what is no JSON', () => respond(200, { 'content-type': 'application/json' }, '<'), UNEXPECTED, 200],
    [
      'a refusal',
      () => respond(403, { 'content-type': 'text/plain; charset=utf-8' }, 'Forbidden: Origin\n'),
      'Forbidden: Origin',
      403,
    ],
    ['a refusal without words', () => respond(403, { 'content-type': 'text/plain' }), UNEXPECTED, 403],
  ])('fails the call when it is %s', async (_, make, message, status) => {
    const error = await acceptResponse(make()).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ message, status, code: 'UNEXPECTED_RESPONSE' })
  })

  it.each([
    ['12', 12],
    ['Thu, 01 Jan 1970 00:01:30 GMT', 90],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    [null, undefined],
  ])('says by Retry-After %j to wait %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, header === 'Thu, 01 Jan 1970 00:00:00 GMT' ? 5_000 : 0)).toBe(seconds)
  })
})

it("a URL whose response was rejected is requested again, bypassing the browser's cache", async () => {
  const answers = [
    respond(200, { 'content-type': 'text/html', 'cache-control': 'max-age=600' }),
    respond(200, { 'content-type': 'application/json', 'x-tss-serialized': 'true' }, '{}'),
    respond(200, { 'content-type': 'application/json', 'x-tss-serialized': 'true' }, '{}'),
  ]
  const send = vi.fn<(url: RequestInfo | URL, init?: RequestInit) => Promise<Response>>(
    async () => answers.shift() ?? Response.error(),
  )
  await expect(sendRequest('/_serverFn/1', { method: 'GET' }, send)).rejects.toThrow(UNEXPECTED)
  await sendRequest('/_serverFn/1', { method: 'GET' }, send)
  await sendRequest('/_serverFn/1', { method: 'GET' }, send)
  expect(send.mock.calls.map(([, init]) => init?.cache)).toEqual([undefined, 'reload', undefined])
})
