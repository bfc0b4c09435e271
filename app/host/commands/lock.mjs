import { createHash } from 'node:crypto'
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

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer(() => {})
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

/** Resolves when the listening process has ended or released the lock; to the error's code if none listens. */
function closed(path) {
  return new Promise((resolve) => {
    const socket = connect(path)
    let code
    socket.once('error', (error) => (code = error.code))
    socket.once('close', () => resolve(code))
    socket.resume()
  })
}

/**
 * Takes a lock shared by processes that were started in the same folder; waits while another process holds it.
 *
 * @param {string} name of the lock
 * @param {() => void} [onWait] called once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock; so does the end of the process, however it ends
 */
export async function takeLock(name, onWait) {
  const path = socketPath(name)
  for (let waited = false; ; waited = true) {
    try {
      const server = await listen(path)
      const waiting = new Set()
      server.on('connection', (socket) => waiting.add(socket.on('error', () => {})))
      server.unref()
      return () => {
        server.close()
        for (const socket of waiting) socket.destroy()
      }
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
    }
    if (!waited) onWait?.()
    const code = await closed(path)
    if (code === 'ECONNREFUSED' && !path.startsWith('\0')) rmSync(path, { force: true })
    await sleep(RETRY_MS)
  }
}
