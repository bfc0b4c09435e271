import { RawStream } from '@tanstack/react-start'
import { leave, maskOf } from '#app/errors/mask.server.ts'
import { recordFailure } from '#app/errors/record.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { currentVisit, duringVisit } from '#app/errors/visit.server.ts'

/** What is sent as it comes, and may still fail when the answer has begun. */
export type Later = Promise<unknown> | ReadableStream<unknown> | RawStream | AsyncIterable<unknown>

/** What came from here. */
const guarded = new WeakSet<object>()

function keep<T extends object>(later: T): T {
  guarded.add(later)
  return later
}

/** Whether a value is sent as it comes, and nobody sees to its failures yet. */
export function needsGuard(value: unknown): value is Later {
  if (typeof value !== 'object' || value === null || guarded.has(value)) return false
  if (value instanceof Promise || value instanceof ReadableStream || value instanceof RawStream) return true
  return Symbol.asyncIterator in value
}

type Leaving = (thrown: unknown) => unknown

/** The router's redirects end nowhere once an answer is on its way. */
const leaveLate: Leaving = (thrown) =>
  thrown instanceof Response ? maskOf(thrown, recordFailure(thrown).digest) : leave(thrown)

/** In the request that is being answered now: who reads its answer may do so outside of it. */
function here(leaving: Leaving): Leaving {
  const visit = currentVisit()
  return (thrown) => (visit ? duringVisit(visit, () => leaving(thrown)) : leaving(thrown))
}

/** A promise is often left alone; who reads it hears of its failure. */
function guardPromise(promise: Promise<unknown>): Promise<unknown> {
  const masked = promise.catch((thrown: unknown) => {
    throw leaveLate(thrown)
  })
  masked.catch(() => {})
  return masked
}

function guardStream<T>(stream: ReadableStream<T>, leaving: Leaving): ReadableStream<T> {
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
const leaveBytes: Leaving = (thrown) => {
  const left = leaveLate(thrown)
  return left instanceof ServerError ? new ServerError(left.digest, `${left.message} Digest: ${left.digest}`) : left
}

async function* guardValues(values: AsyncIterable<unknown>, leaving: Leaving): AsyncGenerator {
  try {
    yield* values
  } catch (thrown) {
    throw leaving(thrown)
  }
}

/** The same value, with whatever it fails with masked: what is no error would be sent as it is. */
export function guardLater(later: Later): Later {
  if (later instanceof Promise) return keep(guardPromise(later))
  if (later instanceof ReadableStream) return keep(guardStream(later, here(leaveLate)))
  if (later instanceof RawStream)
    return keep(new RawStream(guardStream(later.stream, here(leaveBytes)), { hint: later.hint }))
  return keep(guardValues(later, here(leaveLate)))
}

/**
 * The result of a server function, with streams of bytes guarded: of a call they are sent before any adapter sees them.
 * Looks at the result and its own properties, no deeper.
 */
export function guardBytes(result: unknown): unknown {
  const guard = (value: unknown): unknown =>
    value instanceof RawStream && needsGuard(value) ? guardLater(value) : value
  const isPlain = typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype
  if (!isPlain || !Object.values(result).some((value) => value instanceof RawStream)) return guard(result)
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, guard(value)]))
}
