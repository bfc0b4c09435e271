/** How a body is written on the wire; `identity` is as it is. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first: what is smallest for text. */
const OFFERED = ['br', 'gzip'] as const

/** A header is read as far as this many characters; what a browser sends has a tenth of it. */
const MAX_HEADER_CHARS = 500

const ELEMENT = /^([\w*-]+)(?:\s*;\s*q=([\d.]+))?$/

/**
 * The encoding for a client, from its `Accept-Encoding`: the smallest that it takes. Quality values other than 0 do not
 * count, since what is kept is there in all of them (RFC 9110, 12.5.3). Pure.
 */
export function negotiateEncoding(header: string | null): Encoding {
  if (!header) return 'identity'
  const qualities = new Map<string, number>()
  for (const element of header.slice(0, MAX_HEADER_CHARS).toLowerCase().split(',')) {
    const [, name, quality] = ELEMENT.exec(element.trim()) ?? []
    if (name !== undefined) qualities.set(name, Number(quality ?? 1))
  }
  return OFFERED.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0) ?? 'identity'
}
