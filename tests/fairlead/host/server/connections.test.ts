import type { Worker } from 'node:cluster'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createConnections } from '#fairlead/host/server/connections.ts'

type Handed = { connection: number; socket: Socket }

/** A worker that notes what it was handed. */
function createWorker() {
  const handed: Handed[] = []
  const send = (message: { connection: number }, socket: Socket) => handed.push({ ...message, socket })
  return { handed, worker: { send } as unknown as Worker }
}

function setUp(count: number) {
  const all = Array.from({ length: count }, createWorker)
  const serving = new Set(all)
  const connections = createConnections(() => [...serving].map(({ worker }) => worker))
  const sockets = Array.from({ length: 6 }, () => new Socket())
  const counts = () => all.map(({ handed }) => handed.length)
  return { all, serving, connections, sockets, counts }
}

it('the primary process hands connections to its workers in turn', () => {
  const { connections, sockets, counts } = setUp(3)
  sockets.forEach(connections.add)
  expect(counts()).toEqual([2, 2, 2])
})

it('the primary process hands nothing more to a worker that does not confirm, while another does', () => {
  const { all, connections, sockets, counts } = setUp(2)
  for (const socket of sockets) {
    connections.add(socket)
    for (const { connection } of all[1]?.handed ?? []) connections.confirm(connection, true)
  }
  expect(counts()).toEqual([1, 5])
})

it('the primary process closes its own side of a connection once the worker has it', () => {
  const { all, connections, sockets } = setUp(1)
  sockets.forEach(connections.add)
  connections.confirm(all[0]?.handed[0]?.connection ?? 0, true)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false])
})

it('the primary process hands what a worker has not confirmed to another when it dies, or declines', () => {
  const { all, serving, connections, sockets } = setUp(2)
  const [first, second] = all as [(typeof all)[0], (typeof all)[0]]
  sockets.forEach(connections.add)
  connections.confirm(first.handed[0]?.connection ?? 0, true)
  serving.delete(first)
  connections.confirm(first.handed[1]?.connection ?? 0, false)
  connections.died(first.worker)
  const taken = first.handed[0]?.socket
  expect(new Set(second.handed.map(({ socket }) => socket))).toEqual(
    new Set(sockets.filter((socket) => socket !== taken)),
  )
})

it('the primary process lets connections wait while there is no worker, up to a limit', () => {
  const { all, serving, connections } = setUp(1)
  serving.clear()
  const sockets = Array.from({ length: 1_030 }, () => new Socket())
  sockets.forEach(connections.add)
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(6)
  serving.add(all[0] as (typeof all)[0])
  connections.flush()
  expect(all[0]?.handed).toHaveLength(1_024)
})

it('the primary process survives a client that breaks its connection', () => {
  const { connections, sockets } = setUp(1)
  sockets.forEach(connections.add)
  expect(() => sockets[0]?.emit('error', new Error('reset'))).not.toThrow()
})
