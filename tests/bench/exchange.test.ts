import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { exchange } from '#tests/bench/exchange.ts'

/** A connection over which these pieces come, one after the other. */
function connection(pieces: readonly string[]): Duplex {
  const waiting = [...pieces]
  return new Duplex({
    read() {
      const piece = waiting.shift()
      // Each in a turn of its own, as packets are.
      if (piece !== undefined) setImmediate(() => this.push(piece))
    },
    write(_chunk, _encoding, done) {
      done()
    },
  })
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const LONG = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'

describe('an answer', () => {
  it.each<[string, number, string[]]>([
    ['with a length', 200, [`${LONG}0123456789`]],
    ['whose length comes in two pieces', 200, [`${LONG}01234`, '56789']],
    ['whose head comes in two pieces', 200, [LONG.slice(0, 20), `${LONG.slice(20)}0123456789`]],
    ['in chunks', 200, [`${CHUNKED}5\r\n01234\r\n0\r\n\r\n`]],
    ['whose chunk comes in two pieces', 200, [`${CHUNKED}5\r\n01`, '234\r\n0\r\n\r\n']],
    ['whose size of a chunk comes in two pieces', 200, [`${CHUNKED}1`, '0\r\n0123456789abcdef\r\n0\r\n\r\n']],
    ['whose last chunk comes in three pieces', 200, [`${CHUNKED}1\r\nx\r\n0`, '\r\n\r', '\n']],
    ['with a chunk that looks like the last', 200, [`${CHUNKED}7\r\n\r\n0\r\n\r\n\r\n`, '0\r\n\r\n']],
    ['without a body', 304, ['HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n']],
  ])('%s is read to its end, and no earlier', async (_what, status, pieces) => {
    const answer = await exchange(connection(pieces), 'GET / HTTP/1.1\r\n\r\n')
    expect(answer).toEqual({ status, bytes: pieces.join('').length })
  })

  it('that does not come to its end is a fault', async () => {
    const socket = connection([`${LONG}01234`])
    const answer = exchange(socket, 'GET / HTTP/1.1\r\n\r\n')
    socket.once('data', () => socket.destroy())
    await expect(answer).rejects.toThrow('the connection was closed before the answer')
  })
})
