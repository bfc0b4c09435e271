import { getRequestSource } from '#app/server/http/check-origin.ts'

/** An answer that is no report's id. `error` says why, for people. */
export type HttpError = { type: 'refused'; status: number; error: string; headers?: Readonly<Record<string, string>> }

/** What of a request decides whether its body is read. */
export type RequestHead = {
  method: string
  /** Below the base, without the query: empty or a slash for the base itself. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type RequestCheck = { type: 'admitted'; gzip: boolean } | HttpError

function refuse(status: number, error: string, headers?: Record<string, string>): HttpError {
  return { type: 'refused', status, error, ...(headers && { headers }) }
}

/**
 * Returns true for a request from a page of this site, or of unknown source: current browsers always send
 * `Sec-Fetch-Site`, and no other site can keep them from it.
 */
function isFromOwnPage(headers: RequestHead['headers'], publicOrigin: string | undefined): boolean {
  const header = (name: string): string | null => headers[name]?.toString() ?? null
  const source = getRequestSource({ header, hosts: [header('host') ?? ''], publicOrigin })
  return source === 'same-origin' || source === 'unknown'
}

/**
 * Decides on a request before its body is read.
 *
 * @param publicOrigin where this server is known to be, if it is
 */
export function checkRequest({ method, path, headers }: RequestHead, publicOrigin: string | undefined): RequestCheck {
  if (path !== '' && path !== '/') return refuse(404, 'nothing is kept at this address')
  if (method !== 'POST') return refuse(405, `${method} is not allowed; reports come by POST`, { allow: 'POST' })
  if (!isFromOwnPage(headers, publicOrigin)) return refuse(403, 'reports are taken from pages of this site only')
  const { 'content-encoding': encoding = 'identity' } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { type: 'admitted', gzip: false }
  if (name === 'gzip' || name === 'x-gzip') return { type: 'admitted', gzip: true }
  return refuse(415, 'the body has an encoding that is not taken; allowed: identity, gzip', {
    'accept-encoding': 'identity, gzip',
  })
}
