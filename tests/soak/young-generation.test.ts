import { expect, it } from 'vitest'
import { startServer } from '#tests/harness/start-server.ts'

const REQUESTS = 4_000

/** Collections of the young generation to look at: the last ones, when all code is compiled. */
const COLLECTIONS = 10

/** Part of the young generation that a collection moves to the old one. Seen: 0.005, and 0.07 without the plugin. */
const PROMOTED = 0.02

it('keeps nothing of a request that has been answered', async () => {
  const server = await startServer({ args: ['--trace-gc', '--trace-gc-nvp', '.output/server/index.mjs'] })
  let trace = ''
  server.process.stdout?.setEncoding('utf8').on('data', (text: string) => (trace += text))
  for (let index = 0; index < REQUESTS; index++) await (await fetch(`${server.origin}/guide/one?q=${index}`)).text()

  const collections = trace.split('\n').filter((line) => line.includes(' gc=s '))
  const last = collections.slice(-COLLECTIONS)
  const sum = (name: string) =>
    last.reduce((total, line) => total + Number(new RegExp(` ${name}=(\\d+)`).exec(line)?.[1]), 0)
  expect(last).toHaveLength(COLLECTIONS)
  expect(sum('promoted') / sum('new_space_capacity')).toBeLessThan(PROMOTED)
  expect(await server.stop()).toBe(0)
}, 120_000)
