import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

export type ReadBody =
  | { type: 'ok'; bytes: Buffer }
  | { type: 'too-large'; limit: number }
  | { type: 'malformed'; fault: string }
  | { type: 'too-slow' }
  /** The client went away: there is nobody to answer. */
  | { type: 'aborted' }

/** How much to read, and how long. `beginning` is asked once `first` bytes are there: may it be up to `most`? */
export type BodyLimits = {
  softLimit: number
  hardLimit: number
  canExtend: (beginning: Buffer) => boolean
  timeoutMs: number
}

/**
 * Reads a request's body and no more of it than its limit, counted after decompression. Nothing beyond the limit is
 * kept in memory, whatever `Content-Length` says.
 *
 * @param gzip whether the body is compressed
 */
export function readBody(request: Readable, gzip: boolean, limits: BodyLimits): Promise<ReadBody> {
  const { softLimit, hardLimit, canExtend, timeoutMs } = limits
  const { promise, resolve } = Promise.withResolvers<ReadBody>()
  const chunks: Buffer[] = []
  let bytes = 0
  let limit = softLimit

  const source: Readable = gzip ? request.pipe(createGunzip()) : request
  const finish = (result: ReadBody): void => {
    clearTimeout(timer)
    source.off('data', take)
    request.off('close', abort)
    if (gzip) {
      request.unpipe()
      source.destroy()
    }
    resolve(result)
  }
  const take = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > limit && limit === softLimit && canExtend(Buffer.concat([...chunks, chunk]))) limit = hardLimit
    if (bytes > limit) return finish({ type: 'too-large', limit })
    chunks.push(chunk)
  }
  const abort = (): void => {
    if (!request.readableEnded) finish({ type: 'aborted' })
  }
  const timer = setTimeout(() => finish({ type: 'too-slow' }), timeoutMs)

  source.on('data', take)
  source.once('end', () =>
    finish({ type: 'ok', bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }),
  )
  source.on('error', () => finish(gzip ? { type: 'malformed', fault: 'the body is not gzip' } : { type: 'aborted' }))
  request.once('close', abort)
  return promise
}
