import type { CacheOptions } from '#fairlead/server/cache/cache-options.ts'
import { SCRIPT_CALL_HEADER } from '#fairlead/platform/http/script-call.ts'
import { isShellRead } from '#fairlead/platform/shell-cookie.ts'

/** Headers that Start and the shell read. They are the same for all requests, or part of every cache key. */
const SHARED_HEADERS = new Set(['accept', 'host', SCRIPT_CALL_HEADER, 'x-tss_shell'])

const READS = ['get', 'has', 'entries', 'keys', 'values', 'forEach', Symbol.iterator] as const

/**
 * Reports reads of headers that a cached page may not depend on, such as `the header user-agent`. A page that declares
 * some cookies may read the whole header: in a shared render it has no others.
 */
export function observeReads(request: Request, { vary = {} }: CacheOptions, onRead: (what: string) => void): void {
  const declared = new Set((vary.headers ?? []).map((name) => name.toLowerCase()))
  if ((vary.cookies ?? []).length > 0) declared.add('cookie')
  const report = (name: string): void => {
    if (SHARED_HEADERS.has(name) || declared.has(name) || isShellRead()) return
    onRead(name === '*' ? 'all headers' : name === 'cookie' ? 'a cookie' : `the header ${name}`)
  }
  const headers = new Headers(request.headers)
  for (const method of READS) {
    const read = headers[method] as (...args: unknown[]) => unknown
    const value = (...args: unknown[]) => {
      report(method === 'get' || method === 'has' ? String(args[0]).toLowerCase() : '*')
      return read.apply(headers, args)
    }
    Object.defineProperty(headers, method, { value })
  }
  Object.defineProperty(request, 'headers', { value: headers })
}

export function privateReadMessage(route: string, what: string): string {
  return `The route ${route} is cached for all visitors (staticData.cache) and reads ${what}, which is not declared. Declare it in cache.vary, or fetch this part of the page after it has loaded.`
}
