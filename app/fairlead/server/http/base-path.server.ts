import { withBasePath, withoutBasePath } from '#fairlead/platform/base-path.ts'
import { copyResponse } from '#fairlead/server/http/string-response.server.ts'
import { isProxied } from '#fairlead/server/http/proxied-response.ts'
import { basePath } from 'virtual:app/site'

function withPath(request: Request, change: (path: string) => string): Request {
  if (!basePath) return request
  const { method, headers, body, signal } = request
  const url = new URL(request.url)
  url.pathname = change(url.pathname)
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) })
}

/** Returns a request without the base path, for the stages. In production the host removes it already: see serve.ts. */
export const belowBasePath = (request: Request): Request => withPath(request, (path) => withoutBasePath(path) ?? path)

/** Returns the request of a server function with the base path, because Start finds functions by their whole path. */
export const atBasePath = (request: Request): Request => withPath(request, withBasePath)

/** Adds the base path to the `Location` of a redirect. A server behind a rewrite knows its own paths. */
export async function locateBelowBasePath(responding: Response | Promise<Response>): Promise<Response> {
  const response = await responding
  const location = response.headers.get('location')
  if (location === null || isProxied(response)) return response
  const located = copyResponse(response)
  located.headers.set('location', withBasePath(location))
  if (response.headers.has('refresh')) located.headers.set('refresh', `0;url=${withBasePath(location)}`)
  return located
}
