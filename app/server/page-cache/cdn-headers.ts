import type { Lifetimes } from '#app/server/page-cache/freshness.ts'

/** `Cache-Control` of documents: the browser keeps them, and asks each time if they have changed. */
export const DOCUMENT_CACHE_CONTROL = 'private, no-cache'

/** Characters of `Cache-Tag`: with more, a response could be too large for what is in between. */
const MAX_TAGS_LENGTH = 8_000

/**
 * Has a CDN store a page under its tags for as long as the page has an age, for all visitors whatever their cookies are.
 * Browsers go on to ask each time. A page whose route has a `Cache-Control` of its own keeps that.
 */
export function allowCdn(headers: Headers, { freshFor, staleFor }: Lifetimes, tags: readonly string[]): void {
  const list = tags.join(',')
  if (headers.get('cache-control') !== DOCUMENT_CACHE_CONTROL || list.length > MAX_TAGS_LENGTH) return
  headers.set('cache-control', `public, max-age=0, s-maxage=${freshFor}, stale-while-revalidate=${staleFor}`)
  headers.set('cache-tag', list)
  const vary = (headers.get('vary') ?? '').split(',').map((name) => name.trim())
  headers.set('vary', vary.filter((name) => name.toLowerCase() !== 'cookie').join(', '))
}

/** Returns the value of `Age` (RFC 9111): a CDN counts the time that a page has been stored here. */
export function ageHeader({ renderedAt }: { renderedAt: number }, now: number): string {
  return String(Math.max(0, Math.floor((now - renderedAt) / 1_000)))
}
