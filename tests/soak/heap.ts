/** Returns the bytes in use after garbage collection. */
export type Heap = { used: () => Promise<number>; close: () => void }

type Answer = { id?: number; result?: { usedSize?: number } }

/**
 * The heap of a Node process that was started with `--inspect`.
 *
 * @param log what the process has said: where its inspector listens is in it
 */
export async function heapOf(log: readonly string[]): Promise<Heap> {
  const address = log.map((line) => /ws:\/\/\S+/.exec(line)?.[0]).find((found) => found !== undefined)
  if (address === undefined) throw new Error('the process has no inspector')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let last = 0
  const call = (method: string): Promise<Answer> => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const listen = ({ data }: MessageEvent) => {
      const answer = JSON.parse(String(data)) as Answer
      if (answer.id !== id) return
      socket.removeEventListener('message', listen)
      resolve(answer)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method }))
    return promise
  }
  return {
    async used() {
      // Objects held by finalizers are freed by the second collection.
      for (const _ of [1, 2]) await call('HeapProfiler.collectGarbage')
      return (await call('Runtime.getHeapUsage')).result?.usedSize ?? Number.NaN
    },
    close: () => socket.close(),
  }
}
