import { getRequestSource } from '#app/server/http/check-origin.ts'

/** An error response of the tunnel. `error` is the reason, for people. */
export type HttpError = { type: 'refused'; status: number; error: string; headers?: Readonly<Record<string, string>> }

/** The parts of a request that are checked before its body is read. */
export type RequestHead = {
  method: string
  /** Below the base, without the query: empty or a slash for the base itself. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The hosts that it was sent to. */
  hosts: readonly string[]
}

/** The result of `checkRequest`. */
export type RequestCheck = { type: 'accepted'; gzip: boolean } | HttpError

function refuse(status: number, error: string, headers?: Record<string, string>): HttpError {
  return { type: 'refused', status, error, ...(headers && { headers }) }
}

/**
 * Returns true for a request from a page of this site, or of unknown source: current browsers always send
 * `Sec-Fetch-Site`, and no other site can keep them from it.
 */
function isFromOwnPage({ headers, hosts }: RequestHead, publicOrigin: string | undefined): boolean {
  const header = (name: string): string | null => headers[name]?.toString() ?? null
  const source = getRequestSource({ header, hosts, publicOrigin })
  return source === 'same-origin' || source === 'unknown'
}

/**
 * Checks path, method, origin and encoding of a request before its body is read.
 *
 * @param publicOrigin the configured origin of this server, if there is one
 */
export function checkRequest(request: RequestHead, publicOrigin: string | undefined): RequestCheck {
  const { method, path, headers } = request
  if (path !== '' && path !== '/') return refuse(404, 'there is nothing at this path')
  if (method !== 'POST') return refuse(405, `${method} is not allowed; allowed: POST`, { allow: 'POST' })
  if (!isFromOwnPage(request, publicOrigin)) return refuse(403, 'reports are accepted only from pages of this site')
  const { 'content-encoding': encoding = 'identity' } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { type: 'accepted', gzip: false }
  if (name === 'gzip' || name === 'x-gzip') return { type: 'accepted', gzip: true }
  return refuse(415, 'the content encoding is not supported; allowed: identity, gzip', {
    'accept-encoding': 'identity, gzip',
  })
}
