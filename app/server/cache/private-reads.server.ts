import type { CacheOptions } from '#app/server/cache/cache-options.ts'
import { isShellRead } from '#app/ui/shell-cookie.ts'

/** Headers that Start and the shell read: they are the same for all requests, or a part of every cache key. */
const SHARED_HEADERS = new Set(['accept', 'host', 'x-tsr-serverfn', 'x-tss_shell'])

/** Headers of a request that report each read. */
class ObservedHeaders extends Headers {
  #onRead: (name: string) => void = () => {}

  static observe(headers: Headers, onRead: (name: string) => void): ObservedHeaders {
    const observed = new ObservedHeaders(headers)
    observed.#onRead = onRead
    return observed
  }

  override get(name: string): string | null {
    this.#onRead(name)
    return super.get(name)
  }

  override has(name: string): boolean {
    this.#onRead(name)
    return super.has(name)
  }

  override entries() {
    this.#onRead('*')
    return super.entries()
  }

  override [Symbol.iterator]() {
    return this.entries()
  }

  override keys() {
    this.#onRead('*')
    return super.keys()
  }

  override values() {
    this.#onRead('*')
    return super.values()
  }

  override forEach(...args: Parameters<Headers['forEach']>): void {
    this.#onRead('*')
    super.forEach(...args)
  }
}

/**
 * Reports reads of headers that a cached page may not depend on. For cookies that is the whole header: a page that declares
 * some may read it, and in a shared render it has no others.
 *
 * @param onRead is called with what is read, such as `the header user-agent`
 */
export function observeReads(request: Request, { vary = {} }: CacheOptions, onRead: (what: string) => void): void {
  const declared = new Set((vary.headers ?? []).map((name) => name.toLowerCase()))
  if ((vary.cookies ?? []).length > 0) declared.add('cookie')
  const observed = ObservedHeaders.observe(request.headers, (given) => {
    const name = given.toLowerCase()
    if (SHARED_HEADERS.has(name) || declared.has(name) || isShellRead()) return
    onRead(name === '*' ? 'all headers' : name === 'cookie' ? 'a cookie' : `the header ${name}`)
  })
  Object.defineProperty(request, 'headers', { value: observed })
}

/** Returns the message for a cached page that reads what is private. */
export function privateReadMessage(route: string, what: string): string {
  return `The route ${route} is cached for all visitors (staticData.cache) and reads ${what}, which is not declared. Declare it in cache.vary, or fetch this part of the page after it has loaded.`
}
