/** Where on the server something can fail. */
export const PLACES = [
  'before-load',
  'loader',
  'server-function',
  'deferred',
  'query',
  'stream',
  'server-route',
  'render',
  'component',
  'suspense-query',
  'document',
] as const

/** What can be thrown. A number is the status of an error meant for people. */
export const KINDS = [
  'error',
  'string',
  'undefined',
  'object',
  'response',
  'redirect',
  'not-found',
  '401',
  '403',
  '404',
  '409',
  '422',
  '429',
] as const

export type Place = (typeof PLACES)[number]
export type Kind = (typeof KINDS)[number]

/** One failure: what is thrown, and where. */
export type Failing = { place: Place; kind: Kind }

/** Reads `loader-error`; `undefined` for anything that is no failure of the lab. */
export function readFailing(name: string): Failing | undefined {
  const place = PLACES.find((candidate) => name.startsWith(`${candidate}-`))
  const kind = KINDS.find((candidate) => place !== undefined && name === `${place}-${candidate}`)
  return place && kind && { place, kind }
}
