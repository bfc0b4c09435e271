const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = [0x5b, 0x7b] as const
const CLOSE = [0x5d, 0x7d] as const

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether objects and lists in JSON stand deeper inside each other than `limit`. Linear, without recursion. */
function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === OPEN[0] || byte === OPEN[1]) {
      if (++depth > limit) return true
    } else if (byte === CLOSE[0] || byte === CLOSE[1]) depth--
  }
  return false
}

/**
 * Reads JSON that comes from strangers.
 *
 * @param depth how deep objects and lists may stand inside each other
 * @returns the fault in words when the bytes are no UTF-8, no JSON, or too deep
 */
export function parseJson(
  bytes: Uint8Array,
  depth: number,
): { type: 'ok'; value: unknown } | { type: 'faulty'; fault: string } {
  if (isDeeperThan(bytes, depth)) return { type: 'faulty', fault: `is nested deeper than ${depth} levels` }
  try {
    return { type: 'ok', value: JSON.parse(utf8.decode(bytes)) as unknown }
  } catch (error) {
    return { type: 'faulty', fault: error instanceof SyntaxError ? 'is not JSON' : 'is not UTF-8' }
  }
}

/** The first key that a JSON object names twice, which parsers read in two ways. `text` has to be valid JSON. */
export function findDuplicateKey(text: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === '"') {
      const start = at
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++
      if (depth !== 1 || !/^\s*:/.test(text.slice(at + 1, at + 64))) continue
      const key = JSON.parse(text.slice(start, at + 1)) as string
      if (seen.has(key)) return key
      seen.add(key)
    }
  }
  return undefined
}
