import { createIsomorphicFn } from '@tanstack/react-start'
import { createSerializationAdapter } from '@tanstack/react-router'
import { ExpectedError, type ExpectedStatus } from '#app/errors/expected-error.ts'
import { guardLater, type Later, needsGuard } from '#app/errors/later.server.ts'
import { leave } from '#app/errors/mask.server.ts'
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

/** What is sent as it comes may fail with what is no error, and would be sent as it is. From the browser nothing is. */
const isLater = createIsomorphicFn()
  .server(needsGuard)
  .client(() => false)

const guard = createIsomorphicFn()
  .server(guardLater)
  .client((later: Later) => later)

const deferred = createSerializationAdapter({
  key: 'deferred',
  test: isLater as (value: unknown) => value is Later,
  toSerializable: (later): undefined => guard(later) as unknown as undefined,
  fromSerializable: (later): Later => later as unknown as Later,
})

/** How errors cross between server and browser, for `createStart`. The first that knows a value takes it. */
export const errorAdapters = [expectedErrors, failures, deferred] as const
