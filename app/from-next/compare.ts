import type { BrowserType } from 'playwright-core'
import { type Figures, type Observed, observePages } from './compare-browser.ts'
import { compareClicks } from './compare-clicks.ts'
import { type Difference, differencesOf, factsOf, urlAt } from './compare-facts.ts'
import { comparePictures } from './compare-screenshots.ts'
import { LIMITS, SourceError } from './source.ts'

/**
 * A difference, and how the address was asked for: empty for HTTP without a session, else `with JavaScript`, `with the
 * cookie`, …
 */
export type Found = Difference & { readonly when: string }

export type Comparison = {
  readonly address: string
  readonly differences: Found[]
  readonly figures: { old: Figures; new: Figures }
}

const NO_CONNECTION = 'no connection'

/**
 * Sends a request by HTTP. The first byte is the time of the headers, and `html` is the size of the document before
 * compression.
 */
async function ask(
  origin: URL,
  address: string,
  cookie: string | undefined,
): Promise<Observed & { isPage: boolean; isOld?: boolean }> {
  const url = urlAt(origin, address)
  const start = performance.now()
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
      signal: AbortSignal.timeout(LIMITS.requestMs),
    })
    const firstByte = performance.now() - start
    const { status, headers } = response
    const type = headers.get('content-type') ?? ''
    const isOld = headers.get('server-timing')?.includes('beside;desc="old"') ?? false
    const isHtml = type.startsWith('text/html')
    const decoder = new TextDecoder()
    let [body, bytes] = ['', 0]
    for await (const chunk of isHtml || /^text|json|xml/.test(type) ? (response.body ?? []) : []) {
      body += decoder.decode(chunk, { stream: true })
      bytes += chunk.length
      if (body.length >= LIMITS.pageChars) break
    }
    const facts = factsOf({ url, status: String(status), headers, body, isHtml, isScripted: false })
    return {
      facts,
      figures: { 'first byte ms': firstByte, 'html bytes': bytes },
      isPage: isHtml && status === 200,
      isOld,
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { facts: { status: [isLate ? 'no response' : NO_CONNECTION] }, figures: {}, isPage: false }
  }
}

/** Adds the ticket that makes the new server answer a shared path with its page. */
const withTicket = (cookie: string | undefined): string => [cookie, 'beside=0'].filter(Boolean).join('; ')

const ANSWERED_BY_OLD: Difference = {
  what: 'answered by',
  old: 'the old application',
  new: 'the old application: the page is not here, or it is kept back',
  isNote: true,
}

const CONCURRENCY = 4

export type CompareOptions = {
  /** The text of the header: `name=value`. Each address is asked for without it, and then with it. */
  readonly cookie?: string | undefined
  /** Opens pages without and with JavaScript. */
  readonly chromium?: BrowserType | undefined
  readonly click?: boolean | undefined
  /** The folder for pictures. */
  readonly screenshots?: string | undefined
}

/**
 * Asks both servers for addresses. A difference that occurs in several ways of asking is reported once, for the first
 * one.
 *
 * @throws SourceError if a server does not run, or if Chromium cannot
 */
export async function compareServers(
  old: URL,
  next: URL,
  addresses: readonly string[],
  { cookie, chromium, click = false, screenshots }: CompareOptions = {},
): Promise<Comparison[]> {
  const compared = new Map<string, Comparison>(
    addresses.map((address) => [address, { address, differences: [], figures: { old: {}, new: {} } }]),
  )
  for (const session of cookie === undefined ? [undefined] : [undefined, cookie]) {
    const add = (address: string, mode: string, found: readonly Difference[]) => {
      const when = [mode, session === undefined ? '' : 'with the cookie'].filter(Boolean).join(', ')
      const { differences = [] } = compared.get(address) ?? {}
      const isKnown = (one: Difference) =>
        differences.some((each) => each.what === one.what && each.old === one.old && each.new === one.new)
      differences.push(...found.filter((one) => !isKnown(one)).map((one) => ({ ...one, when })))
    }
    const take = (address: string, mode: string, [before, after]: readonly [Observed, Observed]) => {
      add(address, mode, differencesOf(before.facts, after.facts))
      const { figures } = compared.get(address) ?? {}
      if (figures)
        Object.assign(figures, {
          old: { ...figures.old, ...before.figures },
          new: { ...figures.new, ...after.figures },
        })
    }
    const pages = new Set<string>()
    const answered = new Set<URL>()
    const left = addresses.values()
    const work = async () => {
      for (const address of left) {
        const [before, after] = await Promise.all([ask(old, address, session), ask(next, address, withTicket(session))])
        if (before.facts['status']?.[0] !== NO_CONNECTION) answered.add(old)
        if (after.facts['status']?.[0] !== NO_CONNECTION) answered.add(next)
        if (before.isPage && after.isPage) pages.add(address)
        take(address, '', [before, after])
        if (after.isOld) add(address, '', [ANSWERED_BY_OLD])
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    for (const server of [old, next])
      if (!answered.has(server)) throw new SourceError(`${server.origin} does not answer; start it, or name another`)
    if (!chromium) continue
    const asked = { chromium, old, next, cookie: session, addresses: addresses.filter((address) => pages.has(address)) }
    for (const hasScripts of [false, true])
      await observePages(asked, hasScripts, (address, pair) =>
        take(address, `${hasScripts ? 'with' : 'without'} JavaScript`, pair),
      )
    if (click) await compareClicks(asked, (address, found) => add(address, 'with JavaScript', found))
    if (screenshots !== undefined)
      await comparePictures(asked, screenshots, (address, found) => add(address, 'with JavaScript', found))
  }
  return [...compared.values()]
}
