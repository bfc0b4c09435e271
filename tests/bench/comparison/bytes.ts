import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { gather, type Comparison } from '#tests/bench/measurement.ts'
import { clickToFrame, launch, neededUntilAlive, openTab, type Tab } from '#tests/bench/comparison/browser.ts'
import { PEERS, type PageName, pathOf, VARIANT_NAMES, workFolder } from '#tests/bench/comparison/peers.ts'
import { buildStandalone, prepareAll } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { startPeer } from '#tests/bench/comparison/start.ts'

/** By a link of the head, and from there by one of the page. */
const STEPS: { name: string; from: PageName; link: string; text: string }[] = [
  { name: 'to a long document', from: 'home', link: 'nav a:nth-child(5)', text: 'Prefetching' },
  { name: 'to an item', from: 'cold', link: 'main a[href$="/item/3"]', text: 'Item 3' },
]

const kb = (bytes: number) => bytes / 1_000

/** The least that gzip makes of it: the level at which a server compresses on the fly is a setting. */
const sizeOf = (content: Buffer): number => gzipSync(content, { level: 9 }).length

async function sizeAt(addresses: Iterable<string>): Promise<number> {
  let sum = 0
  for (const address of addresses) {
    const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    sum += sizeOf(Buffer.from(await response.arrayBuffer()))
  }
  return sum
}

/** First loads run on a simulated network: without latency, requests after the page could end before it. */
const FIRST_LOAD = { shaped: true }

const isScript = (url: string): boolean => /\.m?js(\?|$)/.test(url)

type Loaded = { tab: Tab; address: string; needed: readonly string[] }

const scripts = ({ needed }: Loaded): Promise<number> => sizeAt(needed.filter(isScript))

/** Time without a request after which nothing follows: what waits for an idle browser waits no longer. */
const SETTLED_MS = 6_000

/** Weighs also the scripts that follow once the page is alive. */
async function allScripts({ tab }: Loaded): Promise<number> {
  await tab.quiet(SETTLED_MS)
  return sizeAt(new Set(tab.transfers.map(({ url }) => url).filter(isScript)))
}

const html = ({ address }: Loaded): Promise<number> => sizeAt([address])

/** Fonts are an application's choice, and no part of what is compared. */
async function asSent({ tab, needed }: Loaded): Promise<number> {
  await tab.quiet()
  const wire = tab.transfers.filter(({ url, type }) => type === 'Document' || (type !== 'Font' && needed.includes(url)))
  return wire.reduce((sum, transfer) => sum + transfer.bytes, 0)
}

type Weigh = (loaded: Loaded) => Promise<number>

const FIRST_LOADS: { page: PageName; name: string; weigh: Weigh }[] = [
  { page: 'home', name: 'a small page: JavaScript until it is alive, gzip', weigh: scripts },
  { page: 'home', name: 'a small page: JavaScript with what follows, gzip', weigh: allScripts },
  { page: 'list', name: 'a list of 24: JavaScript until it is alive, gzip', weigh: scripts },
  { page: 'doc', name: 'a long document: HTML, gzip', weigh: html },
  { page: 'links', name: '100 links: all until it is alive, as its server sends it', weigh: asSent },
]

async function firstLoad(browser: Browser, address: string, weigh: Weigh): Promise<number> {
  await using tab = await openTab(browser, address, FIRST_LOAD)
  return await weigh({ tab, address, needed: await neededUntilAlive(tab) })
}

/** Opens a page and weighs the scripts that it had asked for when it came alive. */
export const scriptsUntilAlive = (browser: Browser, address: string): Promise<number> =>
  firstLoad(browser, address, scripts)

type Add = ReturnType<typeof gather>['add']

/** Returns the requests between a click and the frame that shows its page, without prefetches of the new page. */
async function navigation(tab: Tab, link: string, text: string): Promise<number> {
  await tab.quiet()
  const before = tab.transfers.length
  await clickToFrame(tab, link, 'main h1', text)
  const asked = tab.transfers.slice(before)
  await tab.quiet()
  return asked.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** React alone, with the markup of the small page. */
async function reactAlone(add: Add): Promise<void> {
  await buildStandalone('react', ['node_modules/vite/bin/vite.js', 'build'])
  const folder = join(workFolder('react'), 'dist/assets')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const size = sizeOf(readFileSync(join(folder, file)))
    // Nothing follows.
    add('a small page: JavaScript until it is alive, gzip', 'kB', 'less', 'react', kb(size))
    add('a small page: JavaScript with what follows, gzip', 'kB', 'less', 'react', kb(size))
  }
}

/** Measures the bytes of pages and navigations. */
export async function compareBytes(): Promise<Comparison[]> {
  const names = [...VARIANT_NAMES, 'next-cache'] as const
  await prepareAll(names)
  const { add, all } = gather()
  await using browser = await launch()
  for (const peer of names) {
    say(`bytes: ${peer}`)
    await using server = await startPeer(peer)
    const addressOf = (page: PageName) => server.origin + pathOf(PEERS[peer], page)
    for (const { page, name, weigh } of FIRST_LOADS)
      add(name, 'kB', 'less', peer, kb(await firstLoad(browser, addressOf(page), weigh)))
    for (const { name, from, link, text } of STEPS) {
      await using tab = await openTab(browser, addressOf(from))
      add(`navigation ${name}, as its server sends it`, 'kB', 'less', peer, kb(await navigation(tab, link, text)))
    }
  }
  await reactAlone(add)
  return all()
}
