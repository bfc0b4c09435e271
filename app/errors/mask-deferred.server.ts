import { isRedirect } from '@tanstack/react-router'
import { RawStream } from '@tanstack/react-start'
import { toPublicError, createMaskedError } from '#app/errors/to-public-error.server.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { getRequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'

/** What is sent as it comes, and may still fail when the answer has begun. */
export type Deferred = Promise<unknown> | ReadableStream<unknown> | RawStream | AsyncIterable<unknown>

/** What came from here. */
const maskedValues = new WeakSet<object>()

function keep<T extends object>(later: T): T {
  maskedValues.add(later)
  return later
}

/** Whether a value is sent as it comes, and nobody sees to its failures yet. */
export function isUnmasked(value: unknown): value is Deferred {
  if (typeof value !== 'object' || value === null || maskedValues.has(value)) return false
  if (value instanceof Promise || value instanceof ReadableStream || value instanceof RawStream) return true
  return Symbol.asyncIterator in value
}

type Leaving = (thrown: unknown) => unknown

const failLate: Leaving = (thrown) => createMaskedError(thrown, captureError(thrown).digest)

/** A response is no answer once another is on its way. A redirect is: the page follows it in the browser. */
const toPublicStreamError: Leaving = (thrown) =>
  thrown instanceof Response && !isRedirect(thrown) ? failLate(thrown) : toPublicError(thrown)

/** In the request that is being answered now: who reads its answer may do so outside of it. */
function bindRequestContext(leaving: Leaving): Leaving {
  const visit = getRequestContext()
  return (thrown) => (visit ? runWithRequestContext(visit, () => leaving(thrown)) : leaving(thrown))
}

/** A promise is often left alone; who reads it hears of its failure. */
function maskPromise(promise: Promise<unknown>): Promise<unknown> {
  const masked = promise.catch((thrown: unknown) => {
    throw toPublicStreamError(thrown)
  })
  masked.catch(() => {})
  return masked
}

function maskStream<T>(stream: ReadableStream<T>, leaving: Leaving): ReadableStream<T> {
  const reader = stream.getReader()
  let over = false
  return new ReadableStream<T>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          // Given up meanwhile: there is nobody to tell, and that is no failure.
          if (over) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (thrown) {
          controller.error(leaving(thrown))
        }
      },
      cancel(reason) {
        over = true
        return reader.cancel(reason)
      },
    },
    // Nothing is read before somebody asks.
    { highWaterMark: 0 },
  )
}

/** Of what a stream of bytes fails with, its message is all that is sent. */
const toPublicBytesError: Leaving = (thrown) => {
  const left = isRedirect(thrown) ? failLate(thrown) : toPublicStreamError(thrown)
  return left instanceof ServerError ? new ServerError(left.digest, `${left.message} Digest: ${left.digest}`) : left
}

async function* maskValues(values: AsyncIterable<unknown>, leaving: Leaving): AsyncGenerator {
  try {
    yield* values
  } catch (thrown) {
    throw leaving(thrown)
  }
}

/** The same value, with whatever it fails with masked: what is no error would be sent as it is. */
export function maskDeferred(later: Deferred): Deferred {
  if (later instanceof Promise) return keep(maskPromise(later))
  if (later instanceof ReadableStream) return keep(maskStream(later, bindRequestContext(toPublicStreamError)))
  if (later instanceof RawStream)
    return keep(new RawStream(maskStream(later.stream, bindRequestContext(toPublicBytesError)), { hint: later.hint }))
  return keep(maskValues(later, bindRequestContext(toPublicStreamError)))
}

/**
 * The result of a server function, with streams of bytes guarded: of a call they are sent before any adapter sees them.
 * Looks at the result and its own properties, no deeper.
 */
export function maskRawStreams(result: unknown): unknown {
  const guard = (value: unknown): unknown =>
    value instanceof RawStream && isUnmasked(value) ? maskDeferred(value) : value
  const isPlain = typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype
  if (!isPlain || !Object.values(result).some((value) => value instanceof RawStream)) return guard(result)
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, guard(value)]))
}
