import { createIsomorphicFn } from '@tanstack/react-start'
import { type AnyRedirect, createSerializationAdapter, isRedirect, redirect } from '@tanstack/react-router'
import { PublicError, type PublicErrorStatus } from '#app/errors/public-error.ts'
import { maskDeferred, type Deferred, isUnmasked } from '#app/errors/mask-deferred.server.ts'
import { toPublicError } from '#app/errors/to-public-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** What may be sent of an error. From the browser to the server nothing is. */
const mask = createIsomorphicFn()
  .server((error: Error): ServerError => {
    const visit = getRequestContext()
    // Only that the payload of a call cannot be read, which is the caller's fault: it is answered with 400.
    if (visit?.kind === 'call' && !visit.handlerReached) return new ServerError('')
    const left = toPublicError(error)
    return left instanceof ServerError ? left : new ServerError('')
  })
  .client((): ServerError => new ServerError(''))

/** Errors meant for people pass whole. */
const publicErrorAdapter = createSerializationAdapter({
  key: 'expected',
  test: (value): value is PublicError => value instanceof PublicError,
  toSerializable: ({ code, status, message, fields }) => ({
    code,
    status: status as number,
    message,
    fields: fields && { ...fields },
  }),
  fromSerializable: ({ code, status, message, fields }) =>
    new PublicError(code, status as PublicErrorStatus, message, fields),
})

/** A redirect in data that comes late is followed in the browser. Its headers were for an answer that has begun. */
const redirects = createSerializationAdapter({
  key: 'redirect',
  test: (value): value is AnyRedirect => isRedirect(value),
  toSerializable: ({ options }) => JSON.stringify({ ...options, headers: undefined }),
  fromSerializable: (options): AnyRedirect => redirect(JSON.parse(options) as AnyRedirect['options']),
})

/** Every other error leaves its digest alone behind: the one place where errors turn into data. */
const serverErrorAdapter = createSerializationAdapter({
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
const isDeferred = createIsomorphicFn()
  .server(isUnmasked)
  .client(() => false)

const maskValue = createIsomorphicFn()
  .server(maskDeferred)
  .client((later: Deferred) => {
    // It may fail before the page reads it; who reads it hears of that.
    if (later instanceof Promise) later.catch(() => {})
    return later
  })

const deferredAdapter = createSerializationAdapter({
  key: 'deferred',
  test: isDeferred as (value: unknown) => value is Deferred,
  toSerializable: (later): undefined => maskValue(later) as unknown as undefined,
  fromSerializable: (later): Deferred => maskValue(later as unknown as Deferred),
})

/** How errors cross between server and browser, for `createStart`. The first that knows a value takes it. */
export const errorSerializationAdapters = [publicErrorAdapter, redirects, serverErrorAdapter, deferredAdapter] as const
