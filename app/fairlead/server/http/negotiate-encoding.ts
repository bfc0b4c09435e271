/** `identity` is no encoding. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first: the smallest for text. */
const OFFERED = ['br', 'gzip'] as const

/** Characters of a header that are read; browsers send a tenth of it. */
const MAX_HEADER_CHARS = 500

const ELEMENT = /^([\w*-]+)(?:\s*;\s*q=([\d.]+))?$/

function readQualities(header: string | null): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const element of (header ?? '').slice(0, MAX_HEADER_CHARS).toLowerCase().split(',')) {
    const [, name, quality] = ELEMENT.exec(element.trim()) ?? []
    if (name !== undefined) qualities.set(name, Number(quality ?? 1))
  }
  return qualities
}

/** True if `Accept-Encoding` names an encoding; `*` does not count. */
export function acceptsEncoding(header: string | null, encoding: string): boolean {
  return (readQualities(header).get(encoding) ?? 0) > 0
}

/**
 * Chooses the encoding of a response (RFC 9110, 12.5.3). Quality values other than 0 do not count, because a cached
 * page exists in every encoding.
 */
export function negotiateEncoding(header: string | null): Encoding {
  const qualities = readQualities(header)
  return OFFERED.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0) ?? 'identity'
}
