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

const PAGES: { page: PageName; name: string }[] = [
  { page: 'home', name: 'a small page' },
  { page: 'list', name: 'a list of 24' },
  { page: 'links', name: '100 links' },
  { page: 'doc', name: 'a long document' },
]

/** By a link of the head, and from there by one of the page. */
const STEPS: { name: string; from: PageName; link: string; text: string }[] = [
  { name: 'to a long document', from: 'home', link: 'nav a:nth-child(5)', text: 'Prefetching' },
  { name: 'to an item', from: 'cold', link: 'main a[href$="/item/3"]', text: 'Item 3' },
]

const kb = (bytes: number) => bytes / 1_000

/** The least that gzip makes of it: the level at which a server compresses on the fly is a setting. */
const sizeOf = (content: Buffer): number => gzipSync(content, { level: 9 }).length

async function sizeAt(addresses: readonly string[]): Promise<number> {
  let sum = 0
  for (const address of addresses) {
    const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    sum += sizeOf(Buffer.from(await response.arrayBuffer()))
  }
  return sum
}

/** First loads run on a simulated network: without latency, requests after the page could end before it. */
const FIRST_LOAD = { shaped: true }

/** Opens a page and weighs the scripts that it had asked for when it came alive. */
export async function scriptsUntilAlive(browser: Browser, address: string): Promise<number> {
  await using tab = await openTab(browser, address, FIRST_LOAD)
  const needed = await neededUntilAlive(tab)
  return await sizeAt(needed.filter(isScript))
}

const isScript = (url: string): boolean => /\.m?js(\?|$)/.test(url)

type Add = ReturnType<typeof gather>['add']

async function firstLoad(browser: Browser, address: string, peer: string, name: string, add: Add): Promise<void> {
  await using tab = await openTab(browser, address, FIRST_LOAD)
  const needed = await neededUntilAlive(tab)
  await tab.quiet()
  add(`${name}: JavaScript until it is alive, gzip`, 'kB', 'less', peer, kb(await sizeAt(needed.filter(isScript))))
  add(`${name}: HTML, gzip`, 'kB', 'less', peer, kb(await sizeAt([address])))
  // Fonts are an application's choice, and no part of what is compared.
  const wire = tab.transfers.filter(({ url, type }) => type === 'Document' || (type !== 'Font' && needed.includes(url)))
  const bytes = wire.reduce((sum, transfer) => sum + transfer.bytes, 0)
  add(`${name}: all until it is alive, as its server sends it`, 'kB', 'less', peer, kb(bytes))
}

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
    add('a small page: JavaScript until it is alive, gzip', 'kB', 'less', 'react', kb(size))
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
    for (const { page, name } of PAGES) await firstLoad(browser, addressOf(page), peer, name, add)
    for (const { name, from, link, text } of STEPS) {
      await using tab = await openTab(browser, addressOf(from))
      add(`navigation ${name}, as its server sends it`, 'kB', 'less', peer, kb(await navigation(tab, link, text)))
    }
  }
  await reactAlone(add)
  return all()
}
