import type { Socket } from 'node:net'
import type { Handover } from '#fairlead/host/server/connections.ts'
import { setCallPrimary } from '#fairlead/platform/shared-object.server.ts'

/**
 * The version of these messages and of the shared objects. A change of either needs a new version, because the primary
 * process refuses workers with another one. An addition that both sides can ignore needs none.
 */
export const PROTOCOL = 2

/** Time after a signal to stop for the responses of a process to end. Then they are cut off. */
export const DRAIN_LIMIT_MS = 30_000

export type FromWorker =
  /** The worker can respond, unless there is a fault, which is then the response of its `/healthz`. */
  | { type: 'ready'; protocol: number; fault: string | undefined }
  /** The worker has, or has not, taken over a connection. */
  | { type: 'accepted' | 'declined'; connection: number }
  /** The worker is about to end, and takes connections only if no other worker does. */
  | { type: 'leaving' }
  /** The worker takes no more connections. */
  | { type: 'closed' }
  | { type: 'call'; call: number; object: string; method: string; args: readonly unknown[] }

export type FromPrimary =
  | Handover
  /** The worker shall end after its responses. `replaced`: other workers go on. */
  | { type: 'drain'; replaced: boolean }
  | { type: 'result'; call: number; value: unknown }
  | { type: 'failed'; call: number; message: string }

type Handlers = { onConnection: (socket: Socket) => void; onDrain: (replaced: boolean) => void }

/** Receives connections from the primary process, and lets this process use the primary's shared objects. */
export function connectToPrimary({ onConnection, onDrain }: Handlers) {
  const send = (message: FromWorker): void => void process.send?.(message, undefined, undefined, () => {})
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  let lastCall = 0
  let closed = false

  function accept(connection: number, socket: Socket | undefined): void {
    // The connection was closed on the way if there is no socket.
    send({ type: closed && socket ? 'declined' : 'accepted', connection })
    if (closed) return void socket?.destroy()
    if (!socket) return
    // Sockets of an HTTP server are half-open as well: a client may end its side after the request.
    socket.allowHalfOpen = true
    onConnection(socket)
    socket.resume()
  }

  process.on('message', (message: FromPrimary, socket?: Socket) => {
    switch (message.type) {
      case 'connection':
        return accept(message.connection, socket)
      case 'drain':
        return onDrain(message.replaced)
      default: {
        const waiting = calls.get(message.call)
        calls.delete(message.call)
        if (message.type === 'result') waiting?.resolve(message.value)
        else waiting?.reject(new Error(message.message))
      }
    }
  })
  setCallPrimary((object, method, args) => {
    const waiting = Promise.withResolvers<unknown>()
    calls.set(++lastCall, waiting)
    send({ type: 'call', call: lastCall, object, method, args })
    return waiting.promise
  })
  return {
    /** Reports that this process can respond, or why it cannot. */
    ready: (fault: string | undefined) => send({ type: 'ready', protocol: PROTOCOL, fault }),
    /** Reports that this process is about to end. */
    leaving: () => send({ type: 'leaving' }),
    close() {
      closed = true
      send({ type: 'closed' })
    },
  }
}
