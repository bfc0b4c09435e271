import type { Worker } from 'node:cluster'
import type { Socket } from 'node:net'

/** Connections that wait for a worker at most; further ones are closed. */
const MAX_WAITING = 1_024

/** The message that comes with the socket of a connection. */
export type Handover = { type: 'connection'; connection: number }

/**
 * Hands connections to workers before any byte is read. The primary process keeps each connection open until its worker
 * confirms it, and hands it to another one if that worker dies first. The handover of node:cluster would leave such a
 * client without a response for ever.
 */
export function createConnections(workers: () => readonly Worker[]) {
  const pending = new Map<number, { socket: Socket; worker: Worker }>()
  const unconfirmed = new Map<Worker, number>()
  const waiting = new Set<Socket>()
  let count = 0

  const loadOf = (worker: Worker): number => unconfirmed.get(worker) ?? 0

  /**
   * Returns the worker with the fewest unconfirmed connections, because a busy worker confirms late. Takes turns among
   * equals.
   */
  function choose(): Worker | undefined {
    const all = workers()
    const least = Math.min(...all.map(loadOf))
    const idle = all.filter((worker) => loadOf(worker) === least)
    return idle[count % idle.length]
  }

  function add(socket: Socket): void {
    const worker = choose()
    if (worker) {
      const message: Handover = { type: 'connection', connection: ++count }
      pending.set(count, { socket, worker })
      unconfirmed.set(worker, loadOf(worker) + 1)
      worker.send(message, socket, { keepOpen: true }, () => {})
    } else if (waiting.size < MAX_WAITING) waiting.add(socket)
    else socket.destroy()
  }

  return {
    add: (socket: Socket): void => {
      socket.on('error', () => {})
      add(socket)
    },
    confirm: (connection: number, taken: boolean): void => {
      const handed = pending.get(connection)
      if (!handed) return
      pending.delete(connection)
      unconfirmed.set(handed.worker, loadOf(handed.worker) - 1)
      if (taken) handed.socket.destroy()
      else add(handed.socket)
    },
    died: (worker: Worker): void => {
      const lost = [...pending].filter(([, handed]) => handed.worker === worker)
      for (const [connection] of lost) pending.delete(connection)
      unconfirmed.delete(worker)
      for (const [, { socket }] of lost) add(socket)
    },
    flush: (): void => {
      const sockets = [...waiting]
      waiting.clear()
      sockets.forEach(add)
    },
  }
}
