/** `Cache-Control` of documents: browsers store them, but revalidate them before each use. */
export const DOCUMENT_CACHE_CONTROL = 'private, no-cache'

/** TTLs in seconds: an entry is fresh for the first, and after it stale for the second (RFC 5861). */
export type Lifetimes = { readonly freshFor: number; readonly staleFor: number }

export const CACHE_LIMITS = {
  /** The longest `freshFor` and `staleFor`: a year, as in RFC 9111 for `max-age`. */
  seconds: 31_536_000,
  /** Time between a failed revalidation and the next one: its error is reported once in this time. */
  retryMs: 60_000,
  /** Renders of one page that invalidations may overtake before the page is rendered for each visitor. */
  attempts: 3,
  /** Time that a process waits for another one to render a page before it renders the page itself. */
  waitMs: 10_000,
  /** Time between two looks at the lock of another process. */
  lookMs: 50,
  /** Time between two looks for invalidations by other processes. */
  pollMs: 400,
  /** Time after a failure of the database in which a process works without it. */
  unavailableMs: 5_000,
  /** Bytes of entries in memory, for each kind: the least recently used are evicted first. */
  memoryBytes: 67_108_864,
  /** Bytes of entries in the database: the oldest are removed first. */
  storeBytes: 1_073_741_824,
  /** Characters that the values of one visitor may add to a cache key, all together. */
  variants: 32,
  /** Characters of all values together that a visitor may bring into a cache key. */
  keyLength: 200,
  /** Tags of one entry, and their length in characters. */
  tags: 64,
  tagLength: 500,
} as const

export type TaggedMatch = {
  readonly params: Readonly<Record<string, string | undefined>>
  /** The declared params of the query, as they are in the URL. */
  readonly search: Readonly<Record<string, string | undefined>>
}

export type CacheOptions = Lifetimes & {
  /** Names by which `invalidate({ tags })` removes the page: `({ params }) => ['articles', 'article:' + params.id]`. */
  readonly tags?: (match: TaggedMatch) => readonly string[]
  /** Names of the parts of a visitor's request that the page depends on. Each combination of values is a variant. */
  readonly vary?: { readonly cookies?: readonly string[]; readonly headers?: readonly string[] }
  /** Params of the query that the page depends on. All others are left out of its URL. */
  readonly search?: readonly string[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Marks a page that all visitors share: it depends on its URL, its language and the theme. It is rendered without
     * anything of a visitor, and cached with TTLs. A `'static'` page never goes stale, and is in the memory of each
     * process.
     */
    cache?: 'static' | CacheOptions
  }
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,64}$/
const OPTIONS = new Set(['freshFor', 'staleFor', 'tags', 'vary', 'search'])

/** Headers that cached pages must not read: they identify a visitor, or have their own option. */
const PRIVATE_HEADERS = new Set(['cookie', 'authorization', 'proxy-authorization', 'host'])

const isSeconds = (value: unknown, min: number) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= CACHE_LIMITS.seconds
const isNames = (value: unknown) =>
  value === undefined ||
  (Array.isArray(value) && value.length <= 8 && value.every((name) => typeof name === 'string' && TOKEN.test(name)))

/** Returns the fault of `staticData.cache` and the allowed values; `undefined` if there is none. Pure. */
export function cacheFault(cache: unknown): string | undefined {
  if (cache === undefined || cache === 'static') return undefined
  if (typeof cache !== 'object' || cache === null || Array.isArray(cache)) {
    return `cache is ${JSON.stringify(cache)}; allowed: 'static' or { freshFor, staleFor, tags, vary, search }`
  }
  const { freshFor, staleFor, tags, vary, search } = cache as Record<string, unknown>
  const unknown = Object.keys(cache).find((name) => !OPTIONS.has(name))
  if (unknown !== undefined) return `cache.${unknown} is not an option; allowed: ${[...OPTIONS].join(', ')}`
  const seconds = (min: number) => `whole seconds from ${min} to ${CACHE_LIMITS.seconds}`
  if (!isSeconds(freshFor, 1)) return `cache.freshFor is ${JSON.stringify(freshFor)}; allowed: ${seconds(1)}`
  if (!isSeconds(staleFor, 0)) return `cache.staleFor is ${JSON.stringify(staleFor)}; allowed: ${seconds(0)}`
  if (tags !== undefined && typeof tags !== 'function') return 'cache.tags is no function; allowed: (match) => [tag, …]'
  if (vary !== undefined && (typeof vary !== 'object' || vary === null || Array.isArray(vary))) {
    return `cache.vary is ${JSON.stringify(vary)}; allowed: { cookies: [name, …], headers: [name, …] }`
  }
  const { cookies, headers, ...others } = (vary ?? {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) return `cache.vary.${other} is not an option; allowed: cookies, headers`
  for (const [place, names] of Object.entries({ 'vary.cookies': cookies, 'vary.headers': headers, search })) {
    if (!isNames(names)) return `cache.${place} is ${JSON.stringify(names)}; allowed: a list of at most 8 names`
  }
  const hidden = (headers as readonly string[] | undefined)?.find((name) => PRIVATE_HEADERS.has(name.toLowerCase()))
  return hidden && `cache.vary.headers has ${JSON.stringify(hidden)}; allowed: headers that are not one person's`
}
