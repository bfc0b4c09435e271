import { notFound } from '@tanstack/react-router'
import { RawStream } from '@tanstack/react-start'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PublicError } from '#fairlead/errors/public-error.ts'
import {
  maskRawStreams,
  maskDeferred,
  type Deferred,
  isUnmasked,
  toPublicError,
} from '#fairlead/errors/mask-errors.server.ts'
import { captureError, setErrorReporter } from '#fairlead/errors/capture-error.server.ts'
import { ServerError } from '#fairlead/errors/digest.ts'
import { RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

let reported: unknown[] = []

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  reported = []
  setErrorReporter((thrown) => {
    reported.push(thrown)
    return { id: 'a'.repeat(32), stored: Promise.resolve() }
  })
})

/** Yields one value, if it can, and then throws. */
const MADE: Record<string, (thrown: unknown) => Deferred> = {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- that is what this is about
  promise: (thrown) => Promise.reject(thrown),
  async *generator(thrown) {
    yield 1
    await Promise.resolve()
    throw thrown
  },
  stream: (thrown) => failingStream(1, thrown),
  bytes: (thrown) => new RawStream(failingStream(new Uint8Array([1]), thrown)),
}

function failingStream<T>(first: T, thrown: unknown): ReadableStream<T> {
  let sent = false
  return new ReadableStream<T>({
    pull(controller) {
      if (sent) controller.error(thrown)
      else controller.enqueue(first)
      sent = true
    },
  })
}

function valuesOf(later: Exclude<Deferred, Promise<unknown>>): AsyncIterable<unknown> {
  // A stream is iterable in Node, which the browser's types do not know.
  return (later instanceof RawStream ? later.stream : later) as AsyncIterable<unknown>
}

/** Reads a deferred value: the values that arrived, and the error at the end. */
async function readAll(later: Deferred): Promise<{ values: unknown[]; thrown: unknown }> {
  const values: unknown[] = []
  try {
    if (later instanceof Promise) values.push(await later)
    else for await (const value of valuesOf(later)) values.push(value)
    return { values, thrown: undefined }
  } catch (thrown) {
    return { values, thrown }
  }
}

/** Created for each test, because an object is captured only once. */
const UNEXPECTED: [string, () => unknown][] = [
  ['an error', () => new Error('x')],
  ['a string', () => 'x'],
  ['undefined', () => undefined],
  ['an object', () => ({ message: 'x', digest: 'not one' })],
  ['a response', () => new Response('x')],
]

describe.each(Object.keys(MADE))('a result that is streamed as a %s', (kind) => {
  const make = (thrown: unknown) => MADE[kind]?.(thrown) as Deferred

  it.each(UNEXPECTED)('that fails with %s leaves a digest behind, and is recorded once', async (_, makeThrown) => {
    const thrown = makeThrown()
    const visit = new RequestContext(new Request('http://localhost/x'), '')
    const guarded = runWithRequestContext(visit, () => maskDeferred(make(thrown)))
    expect(isUnmasked(guarded)).toBe(false)
    // Read outside of the request, as the host does.
    const { values, thrown: left } = await readAll(guarded)
    expect(values).toHaveLength(kind === 'promise' ? 0 : 1)
    expect(left).toBeInstanceOf(ServerError)
    expect((left as ServerError).digest).toMatch(/^\w{10}$/)
    // A stream of bytes passes on only the message.
    if (kind === 'bytes') expect((left as ServerError).message).toContain((left as ServerError).digest)
    expect(reported).toEqual([thrown])
    expect(runWithRequestContext(visit, () => captureError(thrown)).digest).toBe((left as ServerError).digest)
  })

  it.each([
    ['meant for people', new PublicError('GONE', 410, 'It is gone.')],
    ['that says nothing is there', notFound()],
  ])('that fails with what is %s passes it on', async (_, thrown) => {
    expect((await readAll(maskDeferred(make(thrown)))).thrown).toBe(thrown)
    expect(reported).toEqual([])
  })
})

describe('a stream', () => {
  it('is read on demand, and is cancelled with its reader', async () => {
    const pull = vi.fn()
    const cancel = vi.fn()
    const guarded = maskDeferred(new ReadableStream({ pull, cancel }, { highWaterMark: 0 })) as ReadableStream
    expect(pull).not.toHaveBeenCalled()
    const reader = guarded.getReader()
    const waiting = reader.read()
    await reader.cancel('enough')
    expect(cancel).toHaveBeenCalledWith('enough')
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(reported).toEqual([])
  })

  it('ends as its source ended', async () => {
    const whole = new ReadableStream({
      start(controller) {
        controller.enqueue(1)
        controller.close()
      },
    })
    expect(await readAll(maskDeferred(whole))).toEqual({ values: [1], thrown: undefined })
  })
})

it('byte streams are masked as the result of a server function and in its properties; other values are unchanged', () => {
  const bytes = () => new RawStream(new ReadableStream<Uint8Array>())
  expect(isUnmasked(maskRawStreams(bytes()))).toBe(false)
  const masked = maskRawStreams({ file: bytes(), name: 'a' }) as { file: unknown; name: unknown }
  expect([isUnmasked(masked.file), masked.name]).toEqual([false, 'a'])
  const result = { a: 1 }
  expect(maskRawStreams(result)).toBe(result)
  expect(maskRawStreams(undefined)).toBeUndefined()
})

it.each([
  [new Error('the mast broke'), 500],
  [new Error('no tides', { cause: new Error('Query read timeout') }), 503],
  [Object.assign(new Error('no server'), { code: 'ECONNREFUSED' }), 503],
  [new PublicError('TAKEN', 409, 'Taken.'), 409],
])('a page on which %s was thrown has the status %i', (thrown, status) => {
  const context = new RequestContext(new Request('http://localhost/tides'), 'nonce')
  runWithRequestContext(context, () => toPublicError(thrown))
  expect(context.status).toBe(status)
})
