import { describe, expect, it } from 'vitest'
import { completeCall, missingServerFn } from '#fairlead/server/server-functions/failed-call.server.ts'

const CALL = new Request('https://example.org/')

describe('a call of a server function', () => {
  it('that exists is let through', async () => {
    const asked: string[] = []
    const find = async (id: string) => void asked.push(id)
    expect(await missingServerFn('/_serverFn/abc/def', find)).toBeUndefined()
    expect(asked).toEqual(['abc'])
  })

  it('that this build does not have is answered 404, marked for the tab and for no cache', async () => {
    const answer = await missingServerFn('/_serverFn/old', () =>
      Promise.reject(new Error('Server function info not found for old')),
    )
    expect(answer?.status).toBe(404)
    expect(answer?.headers.get('x-server-function')).toBe('gone')
    expect(answer?.headers.get('cache-control')).toBe('no-store')
    expect(await answer?.text()).toMatch(/no longer exists/)
  })

  it.each(Object.getOwnPropertyNames(Object.prototype))('named %s is of no function', async (name) => {
    const found: Record<string, unknown> = {}
    const answer = await missingServerFn(`/_serverFn/${name}`, async (id) => found[id])
    expect(answer?.status).toBe(404)
  })

  it('whose function cannot be loaded fails by itself', async () => {
    const find = async () => {
      throw new Error('cannot read the file')
    }
    expect(await missingServerFn('/_serverFn/abc', find)).toBeUndefined()
  })
})

describe('the answer to a call', () => {
  it('says that it depends on the purpose, beside what else it depends on, and which build gave it', async () => {
    const answer = completeCall(CALL, new Response('data', { status: 201, headers: { vary: 'cookie' } }), 'RRtRbLiK')
    expect([answer.status, answer.headers.get('vary'), answer.headers.get('x-build')]).toEqual([
      201,
      'cookie, purpose',
      'RRtRbLiK',
    ])
    expect(await answer.text()).toBe('data')
  })

  it('that is a redirect says the same; without a build it names none', () => {
    const answer = completeCall(CALL, Response.redirect('https://example.org/'), undefined)
    expect(answer.headers.get('vary')).toBe('purpose')
    expect(answer.headers.has('x-build')).toBe(false)
  })
})

describe('the answer to a posted form', () => {
  const to = (status: number) =>
    new Response('elsewhere', { status, headers: { location: '/lab', 'set-cookie': 'a=1; Path=/' } })

  it.each([
    ['POST', 307, 303],
    ['POST', 308, 303],
    ['POST', 302, 302],
    ['POST', 303, 303],
    ['POST', 200, 200],
    ['GET', 307, 307],
  ])('%s that is answered %i becomes %i, with its headers', (method, status, becomes) => {
    const answer = completeCall(new Request('https://example.org/', { method }), to(status), undefined)
    expect(answer.status).toBe(becomes)
    expect(answer.headers.get('location')).toBe('/lab')
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/'])
  })
})
