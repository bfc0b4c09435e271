import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'

export type ReadBody =
  | { type: 'ok'; bytes: Buffer<ArrayBuffer> }
  | { type: 'too-large'; limit: number }
  | { type: 'malformed'; fault: string }
  | { type: 'too-slow' }
  /** `reserve` has refused a chunk. */
  | { type: 'no-room' }
  /** The client has disconnected, so nobody reads the response. */
  | { type: 'aborted' }

export type BodyLimits = {
  /** Bytes, counted after decompression. */
  softLimit: number
  /** The limit of a body whose first `softLimit` bytes `canExtend` has approved. */
  hardLimit: number
  canExtend: (beginning: Buffer) => boolean
  /** A function that gets every chunk before it is stored. The caller releases the bytes, also after a refusal. */
  reserve?: (bytes: number) => boolean
  /** Time until the last byte must have arrived. */
  timeoutMs: number
}

/** The bytes of a refused body that are still read, and the time until its connection is closed. */
const DRAIN = { bytes: 8_388_608, ms: 2_000 }

/** Reads a body up to its limit. Nothing beyond the limit is kept in memory, whatever `Content-Length` says. */
export function readBody(body: Readable, gzip: boolean, limits: BodyLimits): Promise<ReadBody> {
  const { softLimit, hardLimit, canExtend, reserve, timeoutMs } = limits
  const { promise, resolve } = Promise.withResolvers<ReadBody>()
  const chunks: Buffer[] = []
  let bytes = 0
  let limit = softLimit

  const source: Readable = gzip ? body.pipe(createGunzip()) : body
  const finish = (result: ReadBody): void => {
    clearTimeout(timer)
    source.off('data', take)
    body.off('close', abort)
    if (gzip) {
      body.unpipe()
      source.destroy()
    }
    resolve(result)
  }
  const take = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > limit && limit === softLimit && canExtend(Buffer.concat([...chunks, chunk]))) limit = hardLimit
    if (bytes > limit) return finish({ type: 'too-large', limit })
    if (reserve?.(chunk.length) === false) return finish({ type: 'no-room' })
    chunks.push(chunk)
  }
  const abort = (): void => {
    if (!body.readableEnded) finish({ type: 'aborted' })
  }
  const timer = setTimeout(() => finish({ type: 'too-slow' }), timeoutMs)

  source.on('data', take)
  source.once('end', () => finish({ type: 'ok', bytes: Buffer.concat(chunks) }))
  source.on('error', () => finish(gzip ? { type: 'malformed', fault: 'the body is not gzip' } : { type: 'aborted' }))
  body.once('close', abort)
  return promise
}

/**
 * Reads and discards the rest of a refused body up to `bytes`, and closes it after `ms`. Beyond `bytes` the body is
 * left unread until then: closing the connection at once would reset it before the client has read the response.
 * Resolves when the body has been read to its end or to `bytes`, or is closed.
 */
export function drainBody(body: Readable, { bytes, ms } = DRAIN): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = bytes
  const close = (): void => void body.destroy()
  const timer = setTimeout(close, ms)
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left >= 0) return
    body.pause()
    resolve()
  })
  body.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  if (body.closed) close()
  else body.resume()
  return promise
}

/**
 * Reads the body of a request. A body over `limit` is drained before this resolves. If its `Content-Length` is over the
 * limit already, it is refused at once, unless it is observed, and drained in the meantime unless its client waits for
 * 100 Continue. `observe` gets every chunk, also of the drained part, so that a form keeps the typed values.
 */
export async function readRequestBody(
  request: Pick<Request, 'body' | 'headers'>,
  limit: number,
  timeoutMs: number,
  observe?: (chunk: Buffer) => void,
  reserve?: (bytes: number) => boolean,
): Promise<Exclude<ReadBody, { type: 'malformed' }>> {
  const isDeclared = Number(request.headers.get('content-length')) > limit
  if (isDeclared && request.headers.has('expect')) return { type: 'too-large', limit }
  if (!request.body) return { type: 'ok', bytes: Buffer.alloc(0) }
  const stream = Readable.fromWeb(request.body as NodeReadableStream)
  if (observe) stream.on('data', observe)
  if (isDeclared && !observe) {
    void drainBody(stream, { ...DRAIN, ms: timeoutMs })
    return { type: 'too-large', limit }
  }
  const limits = { softLimit: limit, hardLimit: limit, canExtend: () => false, timeoutMs, ...(reserve && { reserve }) }
  const read = await readBody(stream, false, limits)
  if (read.type === 'too-large' || read.type === 'no-room') await drainBody(stream, { ...DRAIN, ms: timeoutMs })
  stream.destroy()
  return read.type === 'malformed' ? { type: 'aborted' } : read
}
