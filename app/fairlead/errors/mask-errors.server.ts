import { AsyncLocalStorage } from 'node:async_hooks'
import { CancelledError } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { classifyQueryError } from '#fairlead/database/database-errors.ts'
import { publicErrorOf } from '#fairlead/errors/public-error.ts'
import { captureError } from '#fairlead/errors/capture-error.server.ts'
import { describeNonError, ServerError } from '#fairlead/errors/digest.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import { RawStream } from '@tanstack/react-start'

/**
 * Classifies a thrown value. A redirect or a not-found is a signal for the router; an expected error is meant for
 * people; a masked one may leave the server; any other value is a failure. Pure.
 */
export function classifyThrown(thrown: unknown) {
  if (isRedirect(thrown) || isNotFound(thrown)) return { type: 'signal' } as const
  const expected = publicErrorOf(thrown)
  if (expected) return { type: 'expected', error: expected } as const
  return thrown instanceof ServerError ? ({ type: 'masked', error: thrown } as const) : ({ type: 'failure' } as const)
}

/**
 * Returns the status of a failure: 503 if a database or another server cannot be reached, which may be temporary. Pure.
 */
export const failureStatus = (thrown: unknown): 500 | 503 => (classifyQueryError(thrown) === 'unavailable' ? 503 : 500)

/** Creates the masked form of a failure: its digest only, in development also its message and stack. */
export function createMaskedError(thrown: unknown, digest: string): ServerError {
  if (!import.meta.env.DEV) return new ServerError(digest)
  if (thrown instanceof Error) return new ServerError(digest, thrown.message, thrown.stack)
  const description = describeNonError(thrown)
  // The mask's stack would mislead.
  return new ServerError(digest, description, description)
}

/**
 * Returns the value that may leave the server for a thrown one: a failure is captured and masked, any other value is
 * returned unchanged. Sets the status of the response.
 */
export function toPublicError(thrown: unknown, route?: string): unknown {
  const kind = classifyThrown(thrown)
  if (kind.type === 'signal') return thrown
  const error = kind.type === 'failure' ? createMaskedError(thrown, captureError(thrown, route).digest) : kind.error
  const context = getRequestContext()
  if (context) {
    context.status ??= kind.type === 'expected' ? kind.error.status : failureStatus(thrown)
    context.publicError ??= error
  }
  return error
}

/** A value that is sent in pieces, and may fail after the response has begun. */
export type Deferred = Promise<unknown> | ReadableStream<unknown> | RawStream | AsyncIterable<unknown>

const maskedValues = new WeakSet<object>()

/** True for a deferred value whose failures are not masked yet. */
export function isUnmasked(value: unknown): value is Deferred {
  if (typeof value !== 'object' || value === null || maskedValues.has(value)) return false
  if (value instanceof Promise || value instanceof ReadableStream || value instanceof RawStream) return true
  return Symbol.asyncIterator in value
}

type ToPublic = (thrown: unknown) => unknown

const captureLate: ToPublic = (thrown) => createMaskedError(thrown, captureError(thrown).digest)

// After the response has begun, a thrown Response is a failure. The page in the browser follows a redirect.
const toPublicStreamError: ToPublic = (thrown) =>
  thrown instanceof Response && !isRedirect(thrown) ? captureLate(thrown) : toPublicError(thrown)

// If nothing reads the promise, it must not become an unhandled rejection; readers still see its failure.
function maskPromise(promise: Promise<unknown>): Promise<unknown> {
  const masked = promise.catch((thrown: unknown) => {
    // A query that the response did not wait for, such as a response to HEAD, has not failed.
    throw thrown instanceof CancelledError ? thrown : toPublicStreamError(thrown)
  })
  masked.catch(() => {})
  return masked
}

function maskStream<T>(stream: ReadableStream<T>, toPublic: ToPublic): ReadableStream<T> {
  const reader = stream.getReader()
  let cancelled = false
  return new ReadableStream<T>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          // The stream was cancelled in the meantime, which is not a failure.
          if (cancelled) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (thrown) {
          controller.error(toPublic(thrown))
        }
      },
      cancel(reason) {
        cancelled = true
        return reader.cancel(reason)
      },
    },
    // Nothing is read before it is requested.
    { highWaterMark: 0 },
  )
}

// When a byte stream fails, only the error's message reaches the client, so the message has to be the digest.
const toPublicBytesError: ToPublic = (thrown) => {
  const error = isRedirect(thrown) ? captureLate(thrown) : toPublicStreamError(thrown)
  return error instanceof ServerError
    ? new ServerError(error.digest, `${error.message} Digest: ${error.digest}`)
    : error
}

async function* maskValues(values: AsyncIterable<unknown>, toPublic: ToPublic): AsyncGenerator {
  try {
    yield* values
  } catch (thrown) {
    throw toPublic(thrown)
  }
}

/**
 * Returns a deferred value with its failures masked. Without this, thrown values that are not errors would be sent
 * unchanged.
 */
export function maskDeferred(deferred: Deferred): Deferred {
  const masked = maskFailures(deferred)
  maskedValues.add(masked)
  return masked
}

function maskFailures(deferred: Deferred): Deferred {
  if (deferred instanceof Promise) return maskPromise(deferred)
  // Streams may be read outside of the request.
  if (deferred instanceof RawStream) {
    const stream = maskStream(deferred.stream, AsyncLocalStorage.bind(toPublicBytesError))
    return new RawStream(stream, { hint: deferred.hint })
  }
  const toPublic = AsyncLocalStorage.bind(toPublicStreamError)
  return deferred instanceof ReadableStream ? maskStream(deferred, toPublic) : maskValues(deferred, toPublic)
}

/**
 * Returns the result of a server function with its byte streams masked: a call sends them before any serialization
 * adapter sees them. Only the result itself and its direct properties are searched.
 */
export function maskRawStreams(result: unknown): unknown {
  const mask = (value: unknown): unknown =>
    value instanceof RawStream && isUnmasked(value) ? maskDeferred(value) : value
  const isPlain = typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype
  if (!isPlain || !Object.values(result).some((value) => value instanceof RawStream)) return mask(result)
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, mask(value)]))
}
