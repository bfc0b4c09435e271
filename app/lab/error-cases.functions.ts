import { queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { createIsomorphicFn, createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { failWith } from '#app/lab/error-cases.server.ts'
import { KINDS, type Kind } from '#app/lab/error-cases.ts'

/** Delay after which deferred data and streamed queries fail: after the document has begun. */
const LATE_MS = 150

/** Fails on the server only. */
export const failOnServer = createIsomorphicFn()
  .server((kind: Kind): void => failWith(kind))
  .client((_kind: Kind): void => {})

/** Fails on the server; in the browser it throws only redirects and not-founds. */
export const failAnywhere = createIsomorphicFn()
  .server((kind: Kind): void => failWith(kind))
  .client((kind: Kind): void => {
    if (kind === 'redirect') throw redirect({ to: '/{-$locale}/lab/errors' })
    if (kind === 'not-found') throw notFound()
  })

async function failLate(kind: Kind): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return failWith(kind)
}

/** Deferred data, which fails on the server. */
export const readLate = createIsomorphicFn()
  .server((kind: Kind): Promise<string> => failLate(kind))
  .client((_kind: Kind): Promise<string> => Promise.resolve('here'))

export const callAndFail = createServerFn({ method: 'GET' })
  .validator(validate(v.picklist(KINDS)))
  .handler(({ data }): string => failWith(data))

async function* soundAndFail(kind: Kind): AsyncGenerator<string, void> {
  yield 'here'
  yield await failLate(kind)
}

export const streamLate = createIsomorphicFn()
  .server((kind: Kind): ReadableStream<string> => asStream(soundAndFail(kind)))
  .client((_kind: Kind): ReadableStream<string> => new ReadableStream({ start: (stream) => stream.close() }))

function asStream<T>(values: AsyncGenerator<T, void>): ReadableStream<T> {
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await values.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
  })
}

export function callingQuery(kind: Kind) {
  return queryOptions({
    queryKey: ['lab', 'calling', kind],
    queryFn: ({ signal }) => callAndFail({ data: kind, signal }),
  })
}

export function failingQuery(kind: Kind) {
  return queryOptions({ queryKey: ['lab', 'failing', kind], queryFn: () => readLate(kind), retry: false })
}

/** Adds a meta tag that throws when it is rendered, so that the document itself fails. */
export const breakHead = createIsomorphicFn()
  .server((tags: unknown[] | undefined, kind: Kind): void => {
    tags?.push({
      get title(): string {
        return failWith(kind)
      },
    })
  })
  .client((_tags: unknown[] | undefined, _kind: Kind): void => {})
