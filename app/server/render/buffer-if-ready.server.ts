type Bytes = Uint8Array<ArrayBuffer>

const NOT_READY = Symbol('not in this turn')

/** Returns a partly read stream from its start. */
function replay(
  parts: Bytes[],
  next: Promise<ReadableStreamReadResult<Bytes>>,
  reader: ReadableStreamDefaultReader<Bytes>,
): ReadableStream<Bytes> {
  let pending: typeof next | undefined = next
  return new ReadableStream<Bytes>({
    start: (controller) => parts.forEach((part) => controller.enqueue(part)),
    async pull(controller) {
      const { done, value } = await (pending ?? reader.read())
      pending = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/**
 * Returns the bytes of a stream if it ends within this turn of the event loop, as most pages do: one piece is cheaper to
 * compress and send than twenty. Otherwise returns the stream, from its start.
 */
export async function bufferIfReady(stream: ReadableStream<Bytes>): Promise<Bytes | ReadableStream<Bytes>> {
  const reader = stream.getReader()
  const turn = new Promise<typeof NOT_READY>((resolve) => setImmediate(resolve, NOT_READY))
  const parts: Bytes[] = []
  for (;;) {
    const next = reader.read()
    const read = await Promise.race([next, turn])
    if (read === NOT_READY) return replay(parts, next, reader)
    if (read.done) return Buffer.concat(parts)
    parts.push(read.value)
  }
}
