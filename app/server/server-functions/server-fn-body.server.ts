/** Limits of functions that take more than the usual, by the address of their calls. */
export const bodyLimits = new Map<string, number>()

export type ServerFnBody =
  | { type: 'ok'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'too-large'; limit: number }
  | { type: 'too-slow' }
  /** The client has gone: there is nobody to answer. */
  | { type: 'aborted' }

/** Of a body that is refused, this much is still read, so that the client gets to read the answer. */
const DRAIN_BYTES = 8_388_608

function concatChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/**
 * Reads the body of a call, and keeps no more of it than its limit, whatever `Content-Length` says.
 *
 * @param limit bytes
 * @param timeoutMs until the last byte must have come
 */
export async function readServerFnBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  timeoutMs: number,
): Promise<ServerFnBody> {
  if (!body) return { type: 'ok', bytes: new Uint8Array() }
  const reader = body.getReader()
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), timeoutMs)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), late])
      if (read === 'late') return length > limit ? { type: 'too-large', limit } : { type: 'too-slow' }
      if (read.done) break
      length += read.value.length
      if (length <= limit) chunks.push(read.value)
      else if (length > limit + DRAIN_BYTES) break
    }
    return length > limit ? { type: 'too-large', limit } : { type: 'ok', bytes: concatChunks(chunks, length) }
  } catch {
    return { type: 'aborted' }
  } finally {
    clearTimeout(timer)
    void reader.cancel().catch(() => {})
  }
}
