import { notFound } from '@tanstack/react-router'
import { callAndFail, failOnServer, readLate, breakHead, streamLate } from '#app/lab/error-cases.functions.ts'
import { type Failing, readFailing } from '#app/lab/error-cases.ts'

export function failBefore(name: string): { failing: Failing } {
  const failing = readFailing(name)
  if (!failing) throw notFound()
  if (failing.place === 'before-load') failOnServer(failing.kind)
  return { failing }
}

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

/** The `head` of the failing route. The document renders the tags of the outermost route, so it breaks those. */
export function failInHead(name: string, tags: unknown[] | undefined): object {
  const failing = readFailing(name)
  if (failing?.place === 'document') breakHead(tags, failing.kind)
  return {}
}
