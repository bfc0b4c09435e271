import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 50

/**
 * Returns the path of a local socket that serves as the lock: Linux (abstract names) and Windows (pipes) close it with its
 * process. Elsewhere it is a file; a stale one, without a listener, is removed by the next process.
 */
function socketPath(name) {
  const hash = createHash('sha256').update(`${process.cwd()}\0${name}`).digest('hex').slice(0, 32)
  if (process.platform === 'linux') return `\0fairlead-${hash}`
  if (process.platform === 'win32') return String.raw`\\.\pipe\fairlead-${hash}`
  return join(tmpdir(), `fairlead-${hash}.sock`)
}

/** True if no process listens on a socket. */
async function isStale(path) {
  const socket = connect(path)
  const error = await once(socket, 'connect').catch((reason) => reason)
  socket.destroy()
  return error.code === 'ECONNREFUSED'
}

/**
 * Takes a lock shared by processes that were started in the same folder; waits while another process holds it. It is
 * for installing and building, when there is no database whose locks could be used.
 *
 * @param {string} name of the lock
 * @param {() => void} [onWait] called once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock; so does the end of the process, however it ends
 */
export async function takeLock(name, onWait) {
  const path = socketPath(name)
  for (let waited = false; ; waited = true) {
    const server = createServer((socket) => socket.destroy())
    try {
      await once(server.listen(path), 'listening')
      server.unref()
      return () => void server.close()
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
    }
    if (!waited) onWait?.()
    if (!path.startsWith('\0') && (await isStale(path))) rmSync(path, { force: true })
    await sleep(RETRY_MS)
  }
}
