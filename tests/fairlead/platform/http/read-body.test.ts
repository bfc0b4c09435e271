import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { drainBody, readRequestBody } from '#fairlead/platform/http/read-body.server.ts'

const chunk = new Uint8Array(1_000)

/** A body of this many chunks, which then ends, fails or stays open. It counts what is read of it. */
function bodyOf(chunks: number, end: 'end' | 'fail' | 'stay' = 'end') {
  const read = { chunks: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (read.chunks < chunks) {
        read.chunks++
        controller.enqueue(chunk)
      } else if (end === 'end') controller.close()
      else if (end === 'fail') controller.error(new Error('disconnected'))
    },
    cancel: () => void (read.cancelled = true),
  })
  return { body, read, headers: new Headers() }
}

describe('a request body', () => {
  it('is read up to its limit, and may be missing', async () => {
    expect(await readRequestBody(bodyOf(3), 3_000, 1_000)).toMatchObject({ type: 'ok', bytes: { length: 3_000 } })
    expect(await readRequestBody({ body: null, headers: new Headers() }, 1, 1_000)).toMatchObject({
      type: 'ok',
      bytes: { length: 0 },
    })
  })

  it('that is too large is drained first, so that the client reads the response', async () => {
    const { read, ...request } = bodyOf(20)
    expect(await readRequestBody(request, 2_999, 1_000)).toEqual({ type: 'too-large', limit: 2_999 })
    expect(read).toEqual({ chunks: 20, cancelled: false })
  })

  it.each([
    ['and drained meanwhile', {}, 20],
    ['and left alone if its client waits to be invited', { expect: '100-continue' }, 1],
  ])('that says that it is too large is refused at once, %s', async (_, headers, chunks) => {
    const { read, body } = bodyOf(20)
    const request = { body, headers: new Headers({ 'content-length': '20000', ...headers }) }
    const refused = readRequestBody(request, 2_999, 1_000)
    expect(await Promise.race([refused, sleep(0)])).toEqual({ type: 'too-large', limit: 2_999 })
    await sleep(20)
    expect(read.chunks).toBe(chunks)
  })

  it('that says that it is too large is read for whoever observes it', async () => {
    const seen: Buffer[] = []
    const request = { body: bodyOf(20).body, headers: new Headers({ 'content-length': '20000' }) }
    const refused = await readRequestBody(request, 2_999, 1_000, (bytes) => seen.push(bytes))
    expect([refused.type, Buffer.concat(seen).length]).toEqual(['too-large', 20_000])
  })

  it('that has no end is cancelled after 8 MiB', async () => {
    const { read, ...request } = bodyOf(Number.POSITIVE_INFINITY)
    expect(await readRequestBody(request, 1, 60_000)).toEqual({ type: 'too-large', limit: 1 })
    expect(read.cancelled).toBe(true)
    expect(read.chunks).toBeLessThan(9_000)
  })

  it('that does not come in time is given up', async () => {
    const { read, ...request } = bodyOf(1, 'stay')
    expect(await readRequestBody(request, 3_000, 20)).toEqual({ type: 'too-slow' })
    expect(read.cancelled).toBe(true)
  })

  it('that breaks off is aborted', async () => {
    expect(await readRequestBody(bodyOf(1, 'fail'), 3_000, 1_000)).toEqual({ type: 'aborted' })
  })
})

it('draining stops after its bytes, and closes the body after its time', async () => {
  const read = { bytes: 0 }
  const body = new Readable({
    read(size) {
      read.bytes += size
      this.push(Buffer.alloc(size))
    },
  })
  await drainBody(body, { bytes: 1_000_000, ms: 50 })
  expect(body.destroyed).toBe(false)
  await once(body, 'close')
  expect(read.bytes).toBeLessThan(2_000_000)
})

it('draining ends with the body', async () => {
  const body = new PassThrough()
  body.end(chunk)
  await drainBody(body)
  expect(body.destroyed).toBe(true)
})
