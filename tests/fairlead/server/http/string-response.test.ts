import { describe, expect, it } from 'vitest'
import { copyResponse, StringResponse, unreadText } from '#fairlead/server/http/string-response.server.ts'

const TEXT = '<p>Föhr</p>'
const create = () => new StringResponse(TEXT, { status: 404, headers: { 'content-type': 'text/html', 'x-page': '1' } })

describe('a response whose body is a string', () => {
  it('has the status and headers that it was given, and hands out the string while nothing has read the body', () => {
    const response = create()
    expect([response instanceof Response, response.status, response.headers.get('x-page')]).toEqual([true, 404, '1'])
    expect(unreadText(response)).toBe(TEXT)
    expect(response.body).toBe(response.body)
    expect(unreadText(response)).toBe(TEXT)
    expect(response.bodyUsed).toBe(false)
  })

  it.each([
    ['text', (response: Response) => response.text()],
    ['arrayBuffer', async (response: Response) => Buffer.from(await response.arrayBuffer()).toString()],
    ['bytes', async (response: Response) => Buffer.from(await response.bytes()).toString()],
    ['blob', async (response: Response) => (await response.blob()).text()],
    ['body', (response: Response) => new Response(response.body, response).text()],
    ['clone', (response: Response) => response.clone().text()],
  ])('is read by %s as any other response', async (_, read) => {
    expect(await read(create())).toBe(TEXT)
  })

  it.each([
    ['read', (response: Response) => response.text()],
    ['cancelled', (response: Response) => response.body?.cancel()],
    ['taken over by another response', (response: Response) => new Response(response.body).body?.getReader()],
  ])('hands out no string once it was %s', async (_, use) => {
    const response = create()
    await use(response)
    expect(unreadText(response)).toBeUndefined()
    expect(() => response.clone()).toThrow(TypeError)
  })

  it('parses JSON, and is told from a response with a stream', async () => {
    expect(await new StringResponse('{"a":1}').json()).toEqual({ a: 1 })
    expect(unreadText(new Response('text'))).toBeUndefined()
  })

  it('stays a string when the response is copied with another status and other headers', async () => {
    const copy = copyResponse(create(), { status: 401, headers: { 'x-page': '2' } })
    expect([copy.status, copy.headers.get('x-page'), unreadText(copy)]).toEqual([401, '2', TEXT])
    expect(copyResponse(create()).headers.get('x-page')).toBe('1')
    const read = create()
    const taken = copyResponse(new Response(read.body, read), { status: 401 })
    expect([taken.status, await taken.text()]).toEqual([401, TEXT])
  })
})
