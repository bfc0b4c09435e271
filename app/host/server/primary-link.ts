import type { Socket } from 'node:net'
import { setCallPrimary } from '#app/server/shared-object.server.ts'
import { type FromPrimary, type FromWorker, PROTOCOL } from '#app/host/server/worker-messages.ts'

/** The connection of a worker with its primary process. */
export type PrimaryLink = {
  /** Says that this process can respond, or why it cannot. */
  ready: (fault: string | undefined) => void
  /** Says that this process is about to end. */
  leaving: () => void
  /** Accepts no more connections. */
  close: () => void
}

type Handlers = { onConnection: (socket: Socket) => void; onDrain: (replaced: boolean) => void }

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** Receives connections from the primary process, and makes its objects those of this one. */
export function connectToPrimary({ onConnection, onDrain }: Handlers): PrimaryLink {
  const send = (message: FromWorker): void => void process.send?.(message, undefined, undefined, () => {})
  const calls = new Map<number, Waiting>()
  let lastCall = 0
  let closed = false

  function accept(connection: number, socket: Socket | undefined): void {
    // Without a socket: it was closed on the way.
    send({ type: closed && socket ? 'declined' : 'accepted', connection })
    if (closed) return void socket?.destroy()
    if (!socket) return
    // As sockets of an HTTP server are: a client may end its side after the request.
    socket.allowHalfOpen = true
    onConnection(socket)
    socket.resume()
  }

  function settle(call: number, act: (waiting: Waiting) => void): void {
    const waiting = calls.get(call)
    calls.delete(call)
    if (waiting) act(waiting)
  }

  process.on('message', (message: FromPrimary, socket?: Socket) => {
    switch (message.type) {
      case 'connection':
        return accept(message.connection, socket)
      case 'drain':
        return onDrain(message.replaced)
      case 'result':
        return settle(message.call, ({ resolve }) => resolve(message.value))
      case 'failed':
        return settle(message.call, ({ reject }) => reject(new Error(message.message)))
    }
  })
  setCallPrimary(
    (object, method, args) =>
      new Promise((resolve, reject) => {
        calls.set(++lastCall, { resolve, reject })
        send({ type: 'call', call: lastCall, object, method, args })
      }),
  )
  return {
    ready: (fault) => send({ type: 'ready', protocol: PROTOCOL, fault }),
    leaving: () => send({ type: 'leaving' }),
    close() {
      closed = true
      send({ type: 'closed' })
    },
  }
}
