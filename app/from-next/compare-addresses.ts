import { parse } from 'parse5'
import { type RoutePattern, matchRoute } from './addresses.ts'
import { contentOf, elementsOf, urlAt } from './compare-facts.ts'
import type { KnownPaths } from './fairlead-application.ts'
import { LIMITS, SourceError } from './source.ts'

/** Returns the segments of a route in the syntax of Next.js or of TanStack: `/blog/[slug]`, `/blog/$slug`. */
const patternOf = (route: string): RoutePattern =>
  route
    .split('/')
    .filter((segment) => segment !== '' && !/^[(@](?!\.)/.test(segment))
    .map((segment) => segment.replace(/^\[\[?\.\.\..*/, '$').replace(/^\[([^\]]*)\]$/, '$$$1'))

export const isRoute = (text: string): boolean => patternOf(text).some((segment) => segment.startsWith('$'))

/** True for an address that is named, or that a named route matches, with or without the prefix of a language. */
export function isAt(named: string, address: string, prefixes: readonly string[] = []): boolean {
  if (!isRoute(named)) return named === address
  const segments = address
    .replace(/[?#].*/s, '')
    .split('/')
    .filter(Boolean)
  const bare = prefixes.includes(segments[0] ?? '') ? segments.slice(1) : segments
  return [segments, bare].some((each) => matchRoute(each, [patternOf(named)]) !== undefined)
}

/** True for an address that a server can be asked for. */
export const isAddress = (text: string): boolean => /^\/(?!\/)\S*$/.test(text)

/** Links that could end a session. */
export const LEAVES = /log-?out|sign-?out/i

/**
 * Returns the addresses of a log in the common or combined format, or with one address a line, the most frequent first.
 */
export function addressesOfLog(text: string): string[] {
  const counts = new Map<string, number>()
  for (const line of text.split('\n', LIMITS.logLines)) {
    const [, asked = line.trim()] = /"(?:GET|HEAD) (\S+) HTTP\/[\d.]+" [123]\d\d\b/.exec(line) ?? []
    const address =
      /^https?:/.test(asked) && URL.canParse(asked) ? new URL(asked).pathname + new URL(asked).search : asked
    if (isAddress(address) && !address.startsWith('/_next/')) counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([address]) => address)
}

async function textAt(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMITS.requestMs) })
    return response.ok ? (await response.text()).slice(0, LIMITS.sitemapChars) : ''
  } catch {
    return ''
  }
}

/**
 * Returns the addresses of the sitemaps that a server lists in robots.txt, and of the sitemaps in their indexes, as
 * addresses of this server.
 */
async function sitemapAddresses(origin: URL): Promise<string[]> {
  const own = (text: string) => (URL.canParse(text, origin) ? new URL(text, origin) : origin)
  const pathOf = (text: string) => own(text.trim()).pathname + own(text.trim()).search
  const listed = (await textAt(urlAt(origin, '/robots.txt'))).matchAll(/^sitemap:(.*)$/gim)
  const sitemaps = new Set(['/sitemap.xml', ...[...listed].map(([, url = '']) => pathOf(url))])
  const found: string[] = []
  // The iteration includes sitemaps that are added during it.
  for (const sitemap of sitemaps) {
    if (sitemaps.size > LIMITS.sitemaps) break
    for (const element of elementsOf(parse(await textAt(urlAt(origin, sitemap)))).filter(
      ({ tagName }) => tagName === 'loc',
    ))
      if (element.parentNode?.nodeName === 'sitemap') sitemaps.add(pathOf(contentOf(element)))
      else found.push(pathOf(contentOf(element)))
  }
  return found
}

/**
 * Returns the addresses to ask both servers for: named addresses, and the addresses of named routes in the old server's
 * sitemaps and the log. Without names it returns all addresses in both servers' sitemaps, the log and the new
 * application.
 *
 * @throws SourceError if there are none
 */
export async function findAddresses(
  { old, next, named, logged }: { old: URL; next: URL; named: readonly string[]; logged: readonly string[] },
  { paths, prefixes }: KnownPaths,
): Promise<string[]> {
  const routes = named.filter(isRoute)
  const literal = named.filter((text) => !isRoute(text))
  if (routes.length === 0 && literal.length > 0) return [...new Set(literal)]
  const others = named.length > 0 ? [] : await sitemapAddresses(next)
  const known = [...paths, ...(await sitemapAddresses(old)), ...others, ...logged]
  const found = known.filter((address) => !LEAVES.test(address))
  const asked =
    routes.length === 0 ? found : found.filter((each) => routes.some((route) => isAt(route, each, prefixes)))
  const missing = routes.find((route) => !asked.some((address) => isAt(route, address, prefixes)))
  if (missing !== undefined || asked.length === 0)
    throw new SourceError(
      `${missing ?? 'all'}: the sitemaps of ${old.origin} and the log have no address of it; name some, or a file by --addresses`,
    )
  return [...new Set([...literal, ...asked])]
}
