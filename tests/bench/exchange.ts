import type { Duplex } from 'node:stream'

export type Answer = { status: number; bytes: number }

/** Reads the body of an answer that comes in chunks; says when its last byte is there. */
function createChunkReader(): (bytes: Buffer) => boolean {
  let line = ''
  let left = 0
  let isLast = false
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (left > 0) {
        const taken = Math.min(left, bytes.length - at)
        left -= taken
        at += taken
        continue
      }
      const end = bytes.indexOf(10, at)
      line += bytes.toString('latin1', at, end < 0 ? bytes.length : end)
      if (end < 0) return false
      at = end + 1
      if (isLast && line === '\r') return true
      const size = Number.parseInt(line, 16)
      isLast ||= size === 0
      left = size > 0 ? size + 2 : 0
      line = ''
    }
    return false
  }
}

function createLengthReader(length: number): (bytes: Buffer) => boolean {
  let left = length
  return (bytes) => (left -= bytes.length) <= 0
}

/**
 * Sends bytes on a connection that stays, and resolves once the whole answer is there. It reads no more of it than its
 * end needs, so that what asks is faster than what answers.
 */
export function exchange(socket: Duplex, request: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head: Buffer | undefined
    let isEnd: ((bytes: Buffer) => boolean) | undefined
    let status = 0
    let count = 0
    const finish = () => {
      socket.off('data', take).off('close', fail).off('error', fail)
      resolve({ status, bytes: count })
    }
    const fail = (fault?: unknown) => {
      socket.off('data', take)
      reject(fault instanceof Error ? fault : new Error('the connection was closed before the answer'))
    }
    const take = (bytes: Buffer): void => {
      count += bytes.length
      if (isEnd) {
        if (isEnd(bytes)) finish()
        return
      }
      head = head ? Buffer.concat([head, bytes]) : bytes
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      const length = /\ncontent-length: *(\d+)/i.exec(text)?.[1]
      const isEmpty = status === 204 || status === 304
      isEnd = length === undefined && !isEmpty ? createChunkReader() : createLengthReader(Number(length ?? 0))
      if (isEnd(head.subarray(end + 4))) finish()
    }
    socket.on('data', take).once('close', fail).once('error', fail)
    socket.write(request)
  })
}
