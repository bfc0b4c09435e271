import { notFound as notFoundError, redirect as redirectError } from '@tanstack/react-router'
import { createServerOnlyFn } from '@tanstack/react-start'
import {
  deleteCookie,
  getCookies,
  getRequest,
  getRequestHeader,
  getRequestHeaders,
  setCookie,
} from '@tanstack/react-start/server'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createFormatter, createTranslator } from 'use-intl/core'
import { type Address, addressParts, addressText, asLocale } from '#app/from-next/next/address.ts'
import { loadMessageFiles, loadMessages, type Namespace } from '#fairlead/messages/messages.ts'
import { defaultLocale, isLocale, type Locale, toRoutedPath } from '#fairlead/navigation/locale/locale.ts'
import { cached } from '#fairlead/server/cache/cached.server.ts'
import { invalidate } from '#fairlead/server/cache/invalidate.server.ts'

// A type of the server's module would count as its use in the browser.
type CookieOptions = {
  domain?: string
  expires?: Date
  httpOnly?: boolean
  maxAge?: number
  path?: string
  sameSite?: boolean | 'lax' | 'strict' | 'none'
  secure?: boolean
}
type Cookie = CookieOptions & { name: string; value: string }

const jarOf = (all: () => { name: string; value: string }[]) => {
  const get = (name: string) => all().find((cookie) => cookie.name === name)
  return {
    get,
    getAll: (name?: string) => all().filter((cookie) => name === undefined || cookie.name === name),
    has: (name: string) => get(name) !== undefined,
  }
}

type SetArguments = [cookie: string | Cookie, value?: string, options?: CookieOptions]

const cookieOf = ([cookie, value = '', options]: SetArguments): Cookie =>
  typeof cookie === 'string' ? { ...options, name: cookie, value } : cookie

export const cookies = createServerOnlyFn(async () => ({
  ...jarOf(() => Object.entries(getCookies()).map(([name, value]) => ({ name, value: value ?? '' }))),
  set: (...given: SetArguments) => {
    const { name, value, ...own } = cookieOf(given)
    setCookie(name, value, { path: '/', ...own })
  },
  delete: (cookie: string | { name: string }) =>
    deleteCookie(typeof cookie === 'string' ? cookie : cookie.name, { path: '/' }),
}))

export const headers = createServerOnlyFn(async () => new Headers(getRequestHeaders()))

/** There are no drafts here. */
export const draftMode = async () => ({ isEnabled: false, enable: () => undefined, disable: () => undefined })

/** Ends what runs with the not-found page. */
export function notFound(): never {
  throw notFoundError()
}

type Redirect = Parameters<typeof redirectError>[0]

const goTo = (target: Address | { href: Address; locale?: string }, statusCode: number): never => {
  const isObject = typeof target === 'object' && 'href' in target && !(target instanceof URL)
  const { href, locale }: { href: Address; locale?: string } = isObject ? target : { href: target }
  const text = addressText(href)
  const parts = addressParts(text, asLocale(locale))
  const options = parts && {
    to: parts.to,
    search: Object.fromEntries(new URLSearchParams(parts.query)),
    hash: parts.hash,
  }
  throw redirectError({ statusCode, ...(options ?? { href: text }) } as Redirect)
}

/** Ends what runs, and leads to an address, which keeps the language of the page unless it has one. */
export const redirect = (target: Parameters<typeof goTo>[0]): never => goTo(target, 307)

/** The same for an address that has moved. */
export const permanentRedirect = (target: Parameters<typeof goTo>[0]): never => goTo(target, 308)

/** Removes the page at a path from the cache. */
export const revalidatePath = createServerOnlyFn((path: string) => {
  // The name of a route in brackets is no path: no page is cached by it.
  if (!path.includes('[')) void invalidate({ path })
})

/** Removes pages and data with a tag from the cache. */
export const revalidateTag = createServerOnlyFn((tag: string) => void invalidate({ tags: [tag] }))
export const updateTag = revalidateTag
export const expireTag = revalidateTag

const DAY = 86_400

/** Seconds of the profiles of Next.js: until data are made again, and until they are not shown any more. */
const PROFILES: Readonly<Record<string, Life | undefined>> = {
  default: { revalidate: 900, expire: 365 * DAY },
  seconds: { revalidate: 1, expire: 60 },
  minutes: { revalidate: 60, expire: 3_600 },
  hours: { revalidate: 3_600, expire: DAY },
  days: { revalidate: DAY, expire: 7 * DAY },
  weeks: { revalidate: 7 * DAY, expire: 30 * DAY },
  max: { revalidate: 30 * DAY, expire: 365 * DAY },
}

type Life = { revalidate?: number | false; expire?: number }

/** Returns the result of a function that has `'use cache'`, by its name and arguments. */
export const fromCache = createServerOnlyFn(
  <T>(
    name: string,
    args: unknown,
    { tags, life = 'default' }: { tags: string[]; life?: string | Life },
    make: () => T,
  ) => {
    const { revalidate, expire } = typeof life === 'string' ? (PROFILES[life] ?? {}) : life
    const freshFor = revalidate === false ? 365 * DAY : (revalidate ?? 900)
    const staleFor = Math.max(0, (expire ?? 365 * DAY) - freshFor)
    return cached(make, { key: () => [name, JSON.stringify(args)], tags: () => tags, freshFor, staleFor })()
  },
)

export const unstable_cache =
  <A extends unknown[], T>(read: (...args: A) => T, key: string[] = [], life: Life & { tags?: string[] } = {}) =>
  (...args: A) =>
    fromCache(
      'unstable_cache',
      [key, read.toString(), args],
      { tags: life.tags ?? [], life: { revalidate: false, ...life } },
      () => read(...args),
    )

/** Nothing is cached without an age, so that these have nothing to say. */
export const unstable_noStore = () => undefined
export const connection = async () => undefined
export const cacheTag = () => undefined
export const cacheLife = () => undefined
export { cacheLife as unstable_cacheLife, cacheTag as unstable_cacheTag }

/** Runs a function after the response, whose failure is none of the response. */
export function after(work: (() => unknown) | Promise<unknown>): void {
  void (async () => (typeof work === 'function' ? work() : work))().catch((error: unknown) => {
    process.emitWarning(error instanceof Error ? error : String(error))
  })
}

/** A request with the address and the cookies as Next.js has them. */
export class NextRequest extends Request {
  get nextUrl() {
    const url = new URL(this.url)
    return Object.assign(url, { clone: () => new URL(url) })
  }

  get cookies() {
    const pairs = (this.headers.get('cookie') ?? '').split('; ').map((pair) => /^([^=]+)=(.*)$/s.exec(pair) ?? [])
    return jarOf(() =>
      pairs.flatMap(([, name, value = '']) => (name === undefined ? [] : [{ name, value: decodeText(value) }])),
    )
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A response with the constructors and the cookies of Next.js. */
export class NextResponse extends Response {
  static override json(body: unknown, init?: ResponseInit): NextResponse {
    return new NextResponse(JSON.stringify(body), {
      ...init,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init?.headers)) },
    })
  }

  static override redirect(url: string | URL, init?: number | ResponseInit): NextResponse {
    const options = typeof init === 'number' ? { status: init } : init
    return new NextResponse(null, { status: 307, ...options, headers: { location: String(url) } })
  }

  get cookies() {
    const set = (...given: SetArguments) => {
      const { name, value, path = '/', ...own } = cookieOf(given)
      const rest = [
        own.maxAge === undefined ? '' : `; Max-Age=${own.maxAge}`,
        own.expires === undefined ? '' : `; Expires=${new Date(own.expires).toUTCString()}`,
        own.domain === undefined ? '' : `; Domain=${own.domain}`,
        own.httpOnly ? '; HttpOnly' : '',
        own.secure ? '; Secure' : '',
        typeof own.sameSite === 'string' ? `; SameSite=${own.sameSite}` : '',
      ]
      this.headers.append('set-cookie', `${name}=${encodeURIComponent(value)}; Path=${path}${rest.join('')}`)
    }
    return { set, delete: (name: string) => set(name, '', { maxAge: 0 }) }
  }
}

/** Renders an element of an async component of the server, such as `MDXRemote`, as text without behaviour. */
export const staticHtml = createServerOnlyFn(async (element: ReactElement) => {
  const { type, props } = element as { type: (props: unknown) => Promise<ReactElement>; props: unknown }
  return renderToStaticMarkup(await type(props))
})

/** The language of the page that is rendered, or that calls a server function. */
export const getLocale = createServerOnlyFn(async (): Promise<Locale> => {
  const { url } = getRequest()
  const referer = getRequestHeader('referer') ?? url
  const { pathname, host } = new URL(new URL(url).pathname.startsWith('/_serverFn') ? referer : url)
  const [, first] = toRoutedPath(pathname, host).split('/')
  return isLocale(first) ? first : defaultLocale
})

type Options = string | { namespace?: string; locale?: string } | undefined

async function localeOf(options: Options): Promise<Locale> {
  const locale = typeof options === 'object' ? options.locale : undefined
  return isLocale(locale) ? locale : getLocale()
}

/** The messages of a namespace, or of all. */
export const getMessages = createServerOnlyFn(async (options?: Options) => {
  const locale = await localeOf(options)
  const namespace = typeof options === 'object' ? options.namespace : options
  const names = namespace === undefined ? Object.keys(await loadMessageFiles()) : [namespace.split('.', 1)[0]]
  const all = await Promise.all(names.map((name) => loadMessages(name as Namespace, locale)))
  return Object.assign({}, ...all) as Record<string, object>
})

export const getTranslations = createServerOnlyFn(async (options?: Options) => {
  const namespace = typeof options === 'object' ? options.namespace : options
  const translator = { locale: await localeOf(options), messages: await getMessages(options), namespace }
  return createTranslator(translator as Parameters<typeof createTranslator>[0])
})

export const getFormatter = createServerOnlyFn(async (options?: Options) =>
  createFormatter({ locale: await localeOf(options) }),
)

export const getNow = async () => new Date()
export const getTimeZone = async () => new Intl.DateTimeFormat().resolvedOptions().timeZone
