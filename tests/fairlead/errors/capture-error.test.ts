import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { toPublicError, createMaskedError } from '#fairlead/errors/mask-errors.server.ts'
import { captureError, type ErrorReporter, setErrorReporter } from '#fairlead/errors/capture-error.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { ServerError } from '#fairlead/errors/digest.ts'
import { RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'

let logged: MockInstance<typeof log.error>
let reports: { thrown: unknown; context: Parameters<ErrorReporter>[1] }[] = []

beforeEach(() => {
  reports = []
  logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  setErrorReporter((thrown, context) => {
    reports.push({ thrown, context })
    return { id: 'a'.repeat(32), stored: Promise.resolve() }
  })
})

const visit = () => new RequestContext(new Request('http://localhost/x?y'), '')

describe('a failure', () => {
  it('is captured once, however often it is passed', () => {
    const error = new Error('x')
    const first = runWithRequestContext(visit(), () => captureError(error, '/route'))
    expect(runWithRequestContext(visit(), () => captureError(error))).toBe(first)
    expect(reports).toHaveLength(1)
    expect(logged).toHaveBeenCalledOnce()
    expect(reports[0]).toMatchObject({ thrown: error, context: { digest: first.digest, route: '/route' } })
  })

  it('that is not reported has the digest of an earlier report', () => {
    setErrorReporter(() => ({ id: 'b'.repeat(32), digest: 'EARLIER234', stored: Promise.resolve() }))
    expect(captureError(new Error('again and again')).digest).toBe('EARLIER234')
  })

  it.each(['a string', undefined])('that is %s is recorded once in a request', (thrown) => {
    const here = visit()
    const [first, second] = runWithRequestContext(here, () => [captureError(thrown), captureError(thrown)])
    expect(second).toBe(first)
    runWithRequestContext(visit(), () => captureError(thrown))
    expect(reports).toHaveLength(2)
  })

  it('keeps its own digest', () => {
    expect(captureError({ digest: 'theirs-42' }).digest).toBe('theirs-42')
  })

  it('is logged and has a digest, even if its report cannot be made', () => {
    setErrorReporter(() => {
      throw new Error('no reports today')
    })
    expect(captureError(new Error('x')).digest).toMatch(/^\w{10}$/)
  })

  it('may throw when it is inspected', () => {
    const hostile = new Proxy(new Error('x'), {
      get() {
        throw new Error('not to be looked at')
      },
    })
    expect(captureError(hostile).digest).toMatch(/^\w{10}$/)
    expect(reports).toHaveLength(1)
  })

  it('is not captured when only the client has disconnected', () => {
    const gone = new AbortController()
    const request = new Request('http://localhost/', { signal: gone.signal })
    const here = new RequestContext(request, '')
    gone.abort(new Error('aborted'))
    runWithRequestContext(here, () => captureError(request.signal.reason))
    captureError(request.signal.reason)
    expect(reports).toEqual([])
    captureError(new Error('aborted'))
    expect(reports).toHaveLength(1)
  })

  it('of a repeated render is the same as before, each of two alike', () => {
    const here = visit()
    const fail = (message = 'alike') => runWithRequestContext(here, () => captureError(new Error(message)))
    const before = [fail(), fail()]
    here.attempt = 1
    expect([fail(), fail(), fail()]).toEqual([...before, before[1]])
    here.attempt = 2
    expect([fail(), fail()]).toEqual(before)
    expect(before).not.toContain(fail('the error page fails too'))
    expect(reports).toHaveLength(3)
  })
})

describe('in development', () => {
  it.each([
    ['an error', new RangeError('too deep'), 'too deep', /^RangeError: too deep\n +at /],
    ['a string', 'aground', 'non-Error value thrown: aground', /^non-Error value thrown: aground$/],
    ['an object', { depth: 3 }, 'non-Error value thrown: {"depth":3}', /^non-Error value thrown: \{"depth":3\}$/],
  ])('the mask of %s says what happened', (_, thrown, message, stack) => {
    const mask = createMaskedError(thrown, 'K7M2Q9XWTP')
    expect(mask.message).toBe(message)
    expect(mask.stack).toMatch(stack)
  })
})

describe('the public error', () => {
  it('of a failure is its digest', () => {
    const here = visit()
    const left = runWithRequestContext(here, () => toPublicError(new Error('secret')))
    expect(left).toBeInstanceOf(ServerError)
    expect((left as ServerError).digest).toBe(here.capturedErrors[0]?.digest)
    expect(here.status).toBe(500)
  })

  it('of a PublicError is the error itself, and nothing is captured', () => {
    const here = visit()
    const error = new PublicError('GONE', 410, 'It is gone.')
    expect(runWithRequestContext(here, () => toPublicError(error))).toBe(error)
    expect(here.status).toBe(410)
    expect(reports).toEqual([])
  })
})
