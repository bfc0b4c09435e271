type Bytes = Uint8Array<ArrayBuffer>

const NOT_READY = Symbol('not in this turn')

/** The same stream from its start, although some of it has been read. */
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
 * The whole of a stream when all of it is there in this turn of the event loop, as it is of most pages: one piece is
 * compressed and sent for less than twenty. When something in it has yet to come, the stream itself, from its start.
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
