import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorEnvelope, sessionEnvelope, spanEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { startServer } from '#tests/harness/start-server.ts'

/** Heap of the server that is allowed at the end, in bytes. */
const MEMORY = 500_000_000

const PIECES = [
  '\n',
  '\r\n',
  '\0',
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  '-1',
  '1e999',
  'null',
  'true',
  '\ufeff',
  '\ud800',
  '{}\n',
  '"length":0',
  '"length":99999999999',
  '"type":"event"',
  '"type":"span"',
  '"__proto__":{"x":1}',
  '"constructor":1',
  '"event_id":"x"',
  '[[[[[[[[[[[[[[[[',
  '{"type":"session"}\n',
  '"dsn":"https://a@b/1"',
  'é',
  '日本',
  '\u001b[31m',
]

function mutate(text: string): Buffer {
  let bytes = Buffer.from(text)
  for (let count = randomInt(1, 5); count > 0; count--) {
    const at = randomInt(0, bytes.length + 1)
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)]
    switch (randomInt(0, 6)) {
      case 0:
        bytes = Buffer.concat([head, Buffer.from(PIECES[randomInt(0, PIECES.length)] ?? ''), tail])
        break
      case 1:
        bytes = head
        break
      case 2:
        bytes = Buffer.concat([head, tail.subarray(randomInt(0, 20))])
        break
      case 3:
        bytes = Buffer.concat([head, randomBytes(randomInt(1, 30)), tail])
        break
      case 4:
        bytes = Buffer.concat([head, tail.subarray(0, 200), tail])
        break
      default:
        bytes = Buffer.concat([head, Buffer.from(String(randomInt(-5, 2 ** 40))), tail])
    }
  }
  return bytes
}

it('no envelope makes the tunnel fail or leak memory', async () => {
  const server = await startServer()
  const statuses = new Map<number, number>()
  const seeds = [() => errorEnvelope(), () => sessionEnvelope(), () => spanEnvelope(5)]
  let left = 100_000
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const body = mutate(seeds[left % seeds.length]?.() ?? '')
      const response = await fetch(`${server.origin}/monitoring`, { method: 'POST', body: new Uint8Array(body) })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const answer = (await response.json()) as { id?: string; error?: string }
      expect(answer.id ?? answer.error).toEqual(expect.any(String))
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  const unexpected = [...statuses.keys()].filter((status) => ![200, 400, 403, 413].includes(status))
  expect(unexpected).toEqual([])
  expect([...statuses.keys()]).toContain(400)
  expect([...statuses.keys()]).toContain(200)
  const pages = Number(readFileSync(`/proc/${server.process.pid}/statm`, 'utf8').split(' ')[1])
  expect(pages * 4_096).toBeLessThan(MEMORY)
  expect(server.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  expect(await server.stop()).toBe(0)
})
