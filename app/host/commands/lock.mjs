import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 50

/**
 * A local socket is a lock that its process cannot leave behind: Linux (abstract names) and Windows (pipes) close it with
 * the process. Elsewhere it is a file, and one that nobody listens at any more is removed by the next.
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

/** Resolves when the process that listens there has ended or let go: to the error's code if none listens. */
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
 * Takes a lock that processes started in the same folder share, and waits for it while another has it.
 *
 * @param {string} name of the lock
 * @param {() => void} [onWait] called once if another process has the lock
 * @returns {Promise<() => void>} releases the lock; the end of the process does so too, however it ends
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
