import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIMITS, SourceError } from './source.ts'

/** The response of a server at a path, as far as search engines and visitors notice. */
type Observed = Readonly<Record<(typeof FIELDS)[number], string>>

const FIELDS = ['status', 'location', 'title', 'canonical', 'robots', 'language'] as const

type Comparison = { readonly path: string; readonly old: Observed; readonly new: Observed }

/** @throws SourceError for an address of another machine, unless that is allowed */
export function readOrigin(text: string, isRemoteAllowed: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceError(`${JSON.stringify(text)} is not an http or https URL`)
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[\w-]+\.localhost)$/.test(url.hostname)
  if (isLoopback || isRemoteAllowed) return url
  throw new SourceError(`${url.hostname} is not this machine; add --remote to ask it`)
}

function attribute(tag: string, name: string): string {
  const pattern = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i')
  const [, double, single, bare = ''] = pattern.exec(tag) ?? []
  return double ?? single ?? bare
}

export function readHead(html: string): Pick<Observed, 'title' | 'canonical' | 'robots' | 'language'> {
  const tags = html.match(/<(?:html|link|meta)\b[^<>]{0,2000}>/gi) ?? []
  const find = (test: RegExp) => tags.find((tag) => test.test(tag)) ?? ''
  const title = /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  return {
    title: title.trim(),
    canonical: attribute(find(/\srel\s*=\s*["']?canonical/i), 'href'),
    robots: attribute(find(/\sname\s*=\s*["']?robots/i), 'content'),
    language: attribute(find(/^<html/i), 'lang'),
  }
}

/** Returns a URL without the server's own origin, so that two servers can be compared. */
function withoutOrigin(text: string, base: URL): string {
  if (text === '' || !URL.canParse(text, base)) return text
  const url = new URL(text, base)
  return url.host === base.host ? url.pathname + url.search + url.hash : url.href
}

async function readText(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= limit) break
  }
  return text.slice(0, limit)
}

/** Returns a URL of a server. A path such as `//example.com` does not lead to another. */
export function urlAt(origin: URL, path: string): URL {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  return Object.assign(new URL(origin), { pathname, search })
}

async function ask(origin: URL, path: string): Promise<Observed> {
  const url = urlAt(origin, path)
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(LIMITS.requestMs),
    })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const head = readHead(await readText(response.body, isPage ? LIMITS.pageChars : 1))
    return {
      ...head,
      status: String(response.status),
      location: withoutOrigin(response.headers.get('location') ?? '', origin),
      canonical: withoutOrigin(head.canonical, origin),
      robots: [response.headers.get('x-robots-tag') ?? '', head.robots].filter(Boolean).join(', '),
    }
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error'
    const status = name === 'TimeoutError' ? 'no response' : 'no connection'
    return { status, location: '', title: '', canonical: '', robots: '', language: '' }
  }
}

async function sitemapPaths(origin: URL): Promise<string[]> {
  try {
    const response = await fetch(new URL('/sitemap.xml', origin), { signal: AbortSignal.timeout(LIMITS.requestMs) })
    const text = response.ok ? await readText(response.body, LIMITS.pageChars) : ''
    return [...text.matchAll(/<loc>([^<]{1,2000})<\/loc>/g)].flatMap(([, url = '']) =>
      URL.canParse(url) ? [new URL(url).pathname + new URL(url).search] : [],
    )
  } catch {
    return []
  }
}

/** Returns a path that a rule's source matches; `undefined` for one with patterns of its own. */
export function samplePath(source: string): string | undefined {
  const path = source.replaceAll(/\/:\w+[*?]/g, '').replaceAll(/:\w+\+?/g, 'sample')
  return /^[\w/.~%-]*$/.test(path) ? path || '/' : undefined
}

/**
 * Returns the paths of an application's pages and rules: those without params, and a sample of each rule.
 *
 * @throws SourceError if the folder has no routing table
 */
export async function applicationPaths(folder: string): Promise<string[]> {
  const file = resolve(folder, 'app/routing.ts')
  if (!existsSync(file))
    throw new SourceError(`${file} is missing; run this in the folder of an application, or name addresses`)
  type Table = { prefixes: string[]; redirects: Rule[]; rewrites: Record<string, Rule[]> }
  type Rule = { source: string }
  const { default: table } = (await import(pathToFileURL(file).href)) as { default: Table }
  const tree = join(folder, 'routeTree.gen.ts')
  const text = existsSync(tree) ? readFileSync(tree, 'utf8') : ''
  const [entries = ''] = (text.split('interface FileRoutesByTo {\n')[1] ?? '').split('\n}', 1)
  const pages = [...entries.matchAll(/'([^']+)': typeof (\w+)/g)]
    // The entry of a folder is its index, if there is one.
    .filter(
      ([, path = '', name = '']) => !name.endsWith('WithChildren') && !path.replace('{-$locale}', '').includes('$'),
    )
    .map(([, path = '']) => path.replace('/{-$locale}', ''))
    .map((path) => (path === '/' ? '' : path))
  const rules = [...table.redirects, ...Object.values(table.rewrites).flat()].flatMap(
    ({ source }) => samplePath(source) ?? [],
  )
  const prefixes = ['', ...table.prefixes.map((locale) => `/${locale}`)]
  return [...pages.flatMap((page) => prefixes.map((prefix) => prefix + page || '/')), ...rules]
}

const CONCURRENCY = 4

/** Asks both servers for paths, at most `LIMITS.urls`: `only` these, or for those of their sitemaps as well. */
export async function compareServers(
  old: URL,
  next: URL,
  paths: readonly string[] | { readonly only: readonly string[] },
): Promise<Comparison[]> {
  const known = 'only' in paths ? paths.only : [...paths, ...(await sitemapPaths(old)), ...(await sitemapPaths(next))]
  const asked = [...new Set(known)].slice(0, LIMITS.urls)
  const compared: Comparison[] = []
  let at = 0
  const work = async () => {
    for (let path = asked[at++]; path !== undefined; path = asked[at++]) {
      const [before, after] = await Promise.all([ask(old, path), ask(next, path)])
      compared.push({ path, old: before, new: after })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return compared.toSorted((one, other) => asked.indexOf(one.path) - asked.indexOf(other.path))
}

/** Parts of an answer that the former server may leave out without a difference. */
const ADDED: ReadonlySet<string> = new Set(['canonical', 'language'])

export function differences({ old, new: next }: Comparison): (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => old[field] !== next[field] && !(old[field] === '' && ADDED.has(field)))
}

type Pair = { readonly old: Readonly<Record<string, string>>; readonly new: Readonly<Record<string, string>> }

/** Formats what differs, side by side. `isDifferent` is true for a pair that counts. */
export function formatPairs<P extends Pair>(
  pairs: readonly P[],
  what: string,
  headingOf: (pair: P) => string,
  fieldsOf: (pair: P) => readonly string[],
  isDifferent: (pair: P) => boolean,
): string {
  const shown = (text = '') => (text === '' ? '(none)' : text.replaceAll(/\p{Cc}/gu, '?'))
  const lines = pairs.flatMap((pair) => {
    const fields = fieldsOf(pair)
    if (fields.length === 0) return []
    const rows = fields.map((field) => `  ${field.padEnd(10)}${shown(pair.old[field])}  →  ${shown(pair.new[field])}`)
    return [shown(headingOf(pair)), ...rows]
  })
  const differing = pairs.filter(isDifferent).length
  return `${[...lines, `${pairs.length} ${what}, ${pairs.length - differing} the same, ${differing} differ`].join('\n')}\n`
}

export const isDifferent = (comparison: Comparison): boolean => differences(comparison).length > 0

export const formatComparison = (compared: readonly Comparison[]): string =>
  formatPairs(compared, 'addresses', ({ path }) => path, differences, isDifferent)
