import { createIsomorphicFn } from '@tanstack/react-start'
import { createSerializationAdapter } from '@tanstack/react-router'
import { ExpectedError, type ExpectedStatus } from '#app/errors/expected-error.ts'
import { leave, maskOf } from '#app/errors/mask.server.ts'
import { recordFailure } from '#app/errors/record.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { currentVisit } from '#app/errors/visit.server.ts'

/** What may be sent of an error. From the browser to the server nothing is. */
const mask = createIsomorphicFn()
  .server((error: Error): ServerError => {
    const visit = currentVisit()
    // Only that the payload of a call cannot be read, which is the caller's fault: it is answered with 400.
    if (visit?.kind === 'call' && !visit.reached) return new ServerError('')
    const left = leave(error)
    return left instanceof ServerError ? left : new ServerError('')
  })
  .client((): ServerError => new ServerError(''))

/** Errors meant for people pass whole. */
const expectedErrors = createSerializationAdapter({
  key: 'expected',
  test: (value): value is ExpectedError => value instanceof ExpectedError,
  toSerializable: ({ code, status, message, fields }) => ({
    code,
    status: status as number,
    message,
    fields: fields && { ...fields },
  }),
  fromSerializable: ({ code, status, message, fields }) =>
    new ExpectedError(code, status as ExpectedStatus, message, fields),
})

/** Every other error leaves its digest alone behind: the one place where errors turn into data. */
const failures = createSerializationAdapter({
  key: 'failure',
  test: (value): value is Error => value instanceof Error,
  toSerializable: (error) => {
    const { digest, message, stack } = mask(error)
    return import.meta.env.DEV ? { digest, message, stack } : { digest }
  },
  fromSerializable: ({ digest, message, stack }: { digest: string; message?: string; stack?: string | undefined }) =>
    new ServerError(digest, message, stack),
})

const guarded = new WeakSet<Promise<unknown>>()

/** What a promise is rejected with may be no error, and would be sent as it is. */
const guard = createIsomorphicFn()
  .server((promise: Promise<unknown>): Promise<unknown> => {
    const masked = promise.catch((thrown: unknown) => {
      // The router's redirects end nowhere once a page is on its way.
      throw thrown instanceof Response ? maskOf(thrown, recordFailure(thrown).digest) : leave(thrown)
    })
    // Whoever reads it hears of it; nobody may.
    masked.catch(() => {})
    guarded.add(masked)
    return masked
  })
  .client((promise: Promise<unknown>) => promise)

const deferred = createSerializationAdapter({
  key: 'deferred',
  test: (value): value is Promise<unknown> => value instanceof Promise && !guarded.has(value),
  toSerializable: (promise): Promise<undefined> => guard(promise) as Promise<undefined>,
  fromSerializable: (promise): Promise<unknown> => promise,
})

/** How errors cross between server and browser, for `createStart`. The first that knows a value takes it. */
export const errorAdapters = [expectedErrors, failures, deferred] as const
