import { queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { createIsomorphicFn, createServerFn, RawStream } from '@tanstack/react-start'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { failWith } from '#app/pages/error-cases.server.ts'
import { type Failing, KINDS, type Kind, readFailing } from '#app/lab/error-cases.ts'

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
    if (kind === 'redirect') throw redirect({ to: '/{-$locale}/errors' })
    if (kind === 'not-found') throw notFound()
  })

async function failLate(kind: Kind): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  return failWith(kind)
}

/** Deferred data, which on the server fails. */
export const readLate = createIsomorphicFn()
  .server((kind: Kind): Promise<string> => failLate(kind))
  .client((_kind: Kind): Promise<string> => Promise.resolve('here'))

/** A server function that fails. */
export const callAndFail = createServerFn({ method: 'GET' })
  .validator(validate(v.picklist(KINDS)))
  .handler(({ data }): string => failWith(data))

/** Yields one value and then fails. */
async function* soundAndFail(kind: Kind): AsyncGenerator<string, void> {
  yield 'here'
  yield await failLate(kind)
}

/** A stream that fails on the server after its first value. */
export const streamLate = createIsomorphicFn()
  .server((kind: Kind): ReadableStream<string> => asStream(soundAndFail(kind), (text) => text))
  .client((_kind: Kind): ReadableStream<string> => new ReadableStream({ start: (stream) => stream.close() }))

function asStream<T, U>(values: AsyncGenerator<T, void>, convert: (value: T) => U): ReadableStream<U> {
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await values.next()
      if (done) stream.close()
      else stream.enqueue(convert(value))
    },
  })
}

/** Returns a query that calls a failing server function. */
export function callingQuery(kind: Kind) {
  return queryOptions({
    queryKey: ['calling', kind],
    queryFn: ({ signal }) => callAndFail({ data: kind, signal }),
  })
}

/** Kinds of streamed results of a server function. */
export const STREAMED_RESULTS = ['generator', 'stream', 'bytes', 'nested'] as const

/** Streams a result and then fails with the given kind. */
export const streamAndFail = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ as: v.picklist(STREAMED_RESULTS), kind: v.picklist(KINDS) })))
  .handler(({ data: { as, kind } }) => {
    const encoder = new TextEncoder()
    const bytes = () => new RawStream(asStream(soundAndFail(kind), (text) => encoder.encode(text)))
    switch (as) {
      case 'generator':
        return soundAndFail(kind)
      case 'stream':
        return asStream(soundAndFail(kind), (text) => text)
      case 'bytes':
        return bytes()
      case 'nested':
        return { deep: [soundAndFail(kind)], bytes: bytes() }
    }
  })

/** Returns a query that fails late on the server. */
export function failingQuery(kind: Kind) {
  return queryOptions({ queryKey: ['failing', kind], queryFn: () => readLate(kind), retry: false })
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

/** The `beforeLoad` of the failing route. */
export function failBefore(name: string): { failing: Failing } {
  const failing = readFailing(name)
  if (!failing) throw notFound()
  if (failing.place === 'before-load') failOnServer(failing.kind)
  return { failing }
}

/** The loader of the failing route. */
export async function loadAndFail({ place, kind }: Failing): Promise<{
  late: Promise<string> | undefined
  pieces: ReadableStream<string> | undefined
}> {
  if (place === 'loader') failOnServer(kind)
  if (place === 'server-function') await callAndFail({ data: kind })
  return {
    late: place === 'deferred' ? readLate(kind) : undefined,
    pieces: place === 'stream' ? streamLate(kind) : undefined,
  }
}

/** The `head` of the failing route. The document renders the tags of the outermost route, so those are broken. */
export function failInHead(name: string, tags: unknown[] | undefined): object {
  const failing = readFailing(name)
  if (failing?.place === 'document') breakHead(tags, failing.kind)
  return {}
}
