import { createIsomorphicFn } from '@tanstack/react-start'
import { type AnyRedirect, createSerializationAdapter, isRedirect, redirect } from '@tanstack/react-router'
import { PublicError, type PublicErrorStatus } from '#fairlead/errors/public-error.ts'
import { maskDeferred, type Deferred, isUnmasked, toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { ServerError } from '#fairlead/errors/digest.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/** Masks an error before it is sent. The browser never sends errors to the server. */
const mask = createIsomorphicFn()
  .server((error: Error): ServerError => {
    const context = getRequestContext()
    // The payload of the call cannot be read; `withErrorStatus` responds with 400.
    if (context?.kind === 'call' && !context.handlerReached) return new ServerError('')
    const publicError = toPublicError(error)
    return publicError instanceof ServerError ? publicError : new ServerError('')
  })
  .client((): ServerError => new ServerError(''))

/** Public errors are sent unmasked. */
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

/** The browser follows a redirect in deferred data. Its headers are dropped, because the response has begun. */
const redirectAdapter = createSerializationAdapter({
  key: 'redirect',
  test: (value): value is AnyRedirect => isRedirect(value),
  toSerializable: ({ options }) => JSON.stringify({ ...options, headers: undefined }),
  fromSerializable: (options): AnyRedirect => redirect(JSON.parse(options) as AnyRedirect['options']),
})

/** Sends every other error as its digest only. */
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

/** Masks deferred values: a thrown value that is not an error would be sent unchanged. */
const isDeferred = createIsomorphicFn()
  .server(isUnmasked)
  .client(() => false)

const maskValue = createIsomorphicFn()
  .server(maskDeferred)
  .client((value: Deferred) => {
    // The promise may fail before the page reads it, which must not be an unhandled rejection.
    if (value instanceof Promise) value.catch(() => {})
    return value
  })

const deferredAdapter = createSerializationAdapter({
  key: 'deferred',
  test: isDeferred as (value: unknown) => value is Deferred,
  toSerializable: (value): undefined => maskValue(value) as unknown as undefined,
  fromSerializable: (value): Deferred => maskValue(value as unknown as Deferred),
})

/** Serialization adapters of errors, for `createStart`. The first one that matches a value is used. */
export const errorSerializationAdapters = [
  publicErrorAdapter,
  redirectAdapter,
  serverErrorAdapter,
  deferredAdapter,
] as const
