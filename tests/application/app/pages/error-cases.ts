/** Places on the server where something can fail. */
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

/** Kinds of thrown values. A number is the status of a public error. */
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

/** A failure: its place and kind. */
export type Failing = { place: Place; kind: Kind }

/** Parses a name such as `loader-error`; returns `undefined` for anything else. */
export function readFailing(name: string): Failing | undefined {
  const place = PLACES.find((candidate) => name.startsWith(`${candidate}-`))
  const kind = KINDS.find((candidate) => place !== undefined && name === `${place}-${candidate}`)
  return place && kind && { place, kind }
}
