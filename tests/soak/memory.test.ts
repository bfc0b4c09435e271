import { Agent, request } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit, newPage } from '#tests/harness/page.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { heapOf } from '#tests/soak/heap.ts'

const MB = 1_048_576

const REQUESTS = 40_000
const CONNECTIONS = 16

/** Requests until everything that is kept on purpose is there. */
const WARM = 20_000

/** Every so many is a page that is made for its visitor. */
const MADE_EVERY = 5

/** 50 bytes for each request that comes after. */
const SERVER_GROWTH = MB

/** Addresses of every kind, none like the last one: what is remembered of them must have an end. */
function addressOf(index: number): string {
  const query = index.toString(36)
  if (index % MADE_EVERY === 0) return ['/guide/one?q=', '/no-such-page-', '/?q='][index % 3] + query
  return ['/', '/guide', `/en/guide?q=${query}`, '/de/guide/one', '/favicon.svg', '/robots.txt'][index % 6] ?? '/'
}

it(`a server uses no more memory after ${REQUESTS} requests than after ${WARM}`, async () => {
  const server = await startServer({ args: ['--inspect=127.0.0.1:0', '.output/server/index.mjs'] })
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' }
      const outgoing = request(server.origin + path, { agent, headers }, (incoming) =>
        incoming.resume().on('end', resolve),
      )
      outgoing.on('error', reject).end()
    })
  let asked = 0
  const askUntil = (count: number) =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (asked < count) await ask(addressOf(asked++))
      }),
    )

  await askUntil(WARM)
  const heap = await heapOf(server.log)
  const before = await heap.used()
  await askUntil(REQUESTS)
  const after = await heap.used()
  console.log(`${(before / MB).toFixed(1)} MB, then ${(after / MB).toFixed(1)} MB`)
  expect(after - before).toBeLessThan(SERVER_GROWTH)

  heap.close()
  agent.destroy()
  expect(await server.stop()).toBe(0)
}, 400_000)

const NAVIGATIONS = 3_000
const HOUR_MS = 3_600_000
const ROUND = 100
const FIRST_ROUNDS = 10

/**
 * 1.5 kB for each navigation that comes after; seen are 0.1 to 1.1, most of them compiled code. If each page held the page
 * before, it would be 4.5 kB.
 */
const TAB_GROWTH = 3 * MB

/** Clicks its way round so many times, in the page itself: each click waits for the title of the one before. */
async function goRound(page: Page, links: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ hrefs, count }) => {
      for (let index = 0; index < count; index++) {
        const before = document.title
        const href = hrefs[index % hrefs.length] ?? '/'
        const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
        if (!link) throw new Error(`no link to ${href} on ${location.pathname}`)
        const { promise, resolve } = Promise.withResolvers<void>()
        const observer = new MutationObserver(() => document.title !== before && resolve())
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        link.click()
        await promise
        observer.disconnect()
      }
    },
    { hrefs: links, count: ROUND },
  )
}

it(`a tab holds no more after ${NAVIGATIONS} navigations in an hour than after ${ROUND * FIRST_ROUNDS}`, async () => {
  const page = await newPage()
  await page.clock.install()
  // The SDK makes the stacks of errors longer. On a busy machine it is there after the first clicks only.
  const sdk = Promise.withResolvers<void>()
  await page.route('**/sentry-client-*', async (route) => {
    await sdk.promise
    await route.continue()
  })
  await visit(page, '/guide')
  const session = await page.context().newCDPSession(page)
  const measure = async () => {
    for (const _ of [1, 2]) await session.send('HeapProfiler.collectGarbage')
    const { usedSize: bytes } = await session.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    return { bytes, nodes, listeners }
  }
  const go = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await goRound(page, ['/guide/one', '/guide/two', '/guide/three', '/guide'])
      // Data grow old and are let go meanwhile, as in an hour.
      await page.clock.fastForward((HOUR_MS * ROUND) / NAVIGATIONS)
    }
  }

  await go(1)
  sdk.resolve()
  await go(FIRST_ROUNDS - 1)
  const before = await measure()
  await go(NAVIGATIONS / ROUND - FIRST_ROUNDS)
  const after = await measure()
  console.log(JSON.stringify({ before, after }))
  expect(after.bytes - before.bytes).toBeLessThan(TAB_GROWTH)
  expect(after.nodes).toBeLessThan(before.nodes * 1.2)
  expect(after.listeners).toBeLessThan(before.listeners * 1.2)
}, 600_000)
