/** Limits of one envelope. Bytes count after decompression. */
export const ENVELOPE = {
  /** Everything in an envelope except its spans. */
  bytes: 1_048_576,
  /** An envelope with spans, which the SDK sends in batches of about 5 MB. */
  bytesWithSpans: 6_291_456,
  headerBytes: 16_384,
  itemHeaderBytes: 8_192,
  items: 100,
  jsonDepth: 100,
  spans: 1_000,
  tags: 200,
  /** Kinds of items that the browser's SDK has discarded; further ones are not counted. */
  discards: 100,
  /** Measurements that are counted: a page has about a dozen. */
  measurements: 200,
  /** Feedback messages that are listed; further ones stay in the envelope only. */
  feedback: 10,
} as const

/** One item of an envelope. Its bytes are views of the parsed bytes. */
export type Item = {
  type: string
  header: Readonly<Record<string, unknown>>
  /** The line of the header and the payload as they were received, without the newlines after them. */
  headerBytes: Uint8Array
  payload: Uint8Array
}

export type Envelope = { header: Readonly<Record<string, unknown>>; items: readonly Item[] }

/** The result of parsing. An issue is a text for people. */
export type ParsedEnvelope =
  | { type: 'ok'; envelope: Envelope }
  | { type: 'malformed'; issue: string }
  | { type: 'too-large'; issue: string }

type Header = { type: 'ok'; header: Record<string, unknown> } | { type: 'malformed'; issue: string }

const NEWLINE = 0x0a
const BRACE = [0x7b, 0x7d]
const LINE_END = Uint8Array.of(NEWLINE)
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const utf8 = new TextDecoder()

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = [0x5b, 0x7b] as const
const CLOSE = [0x5d, 0x7d] as const

/** Linear and without recursion, because the bytes are untrusted. */
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
 * Parses JSON from an untrusted source, nested to at most `depth` levels.
 *
 * @returns an issue, as the end of a sentence, if the bytes are not UTF-8, not JSON, or nested too deeply
 */
export function parseJson(
  bytes: Uint8Array,
  depth: number,
): { type: 'ok'; value: unknown } | { type: 'invalid'; issue: string } {
  if (isDeeperThan(bytes, depth)) return { type: 'invalid', issue: `is nested deeper than ${depth} levels` }
  try {
    return { type: 'ok', value: JSON.parse(strictUtf8.decode(bytes)) as unknown }
  } catch (error) {
    return { type: 'invalid', issue: error instanceof SyntaxError ? 'is not JSON' : 'is not UTF-8' }
  }
}

/** Returns the first key that a JSON object has twice, which parsers treat differently. `text` must be valid JSON. */
export function findDuplicateKey(text: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === '"') {
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

function readHeader(bytes: Uint8Array, limit: number, name: string): Header {
  const malformed = (issue: string): Header => ({ type: 'malformed', issue: `${name} ${issue}` })
  if (bytes.length > limit) return malformed(`is longer than ${limit} bytes`)
  if (bytes[0] !== BRACE[0] || bytes.at(-1) !== BRACE[1]) return malformed('is not one line with a JSON object')
  const read = parseJson(bytes, ENVELOPE.jsonDepth)
  if (read.type === 'invalid') return malformed(read.issue)
  const duplicate = findDuplicateKey(utf8.decode(bytes))
  if (duplicate !== undefined) return malformed(`has the key ${JSON.stringify(duplicate.slice(0, 40))} twice`)
  return { type: 'ok', header: read.value as Record<string, unknown> }
}

function lineEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(NEWLINE, start)
  return end === -1 ? bytes.length : end
}

/** Returns the end of the payload at `start`, or the issue with its announced length. */
function payloadEnd(bytes: Uint8Array, start: number, length: unknown): number | string {
  if (length === undefined) return lineEnd(bytes, start)
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
    return 'has a length that is not a whole number from 0'
  const end = start + length
  if (end > bytes.length)
    return `ends early: its length is ${length}, but ${Math.max(0, bytes.length - start)} bytes follow`
  return end === bytes.length || bytes[end] === NEWLINE ? end : 'is longer than its length'
}

/**
 * Splits a Sentry envelope into its items, without copying them. Strict: every header is one line with one JSON object
 * and no duplicate key, and every length is exact. Does not read the payloads. Never throws. The caller limits the
 * size.
 */
export function parseEnvelope(bytes: Uint8Array): ParsedEnvelope {
  const end = lineEnd(bytes, 0)
  const head = readHeader(bytes.subarray(0, end), ENVELOPE.headerBytes, 'the envelope header')
  if (head.type === 'malformed') return head

  const items: Item[] = []
  let at = end + 1
  while (at < bytes.length) {
    const name = `item ${items.length + 1}`
    if (items.length === ENVELOPE.items) return { type: 'too-large', issue: `more than ${ENVELOPE.items} items` }
    const headerEnd = lineEnd(bytes, at)
    const headerBytes = bytes.subarray(at, headerEnd)
    const read = readHeader(headerBytes, ENVELOPE.itemHeaderBytes, `the header of ${name}`)
    if (read.type === 'malformed') return read
    const { type, length, item_count: count = 0 } = read.header
    if (typeof type !== 'string' || type === '') return { type: 'malformed', issue: `${name} has no type` }
    if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > ENVELOPE.spans)
      return {
        type: 'malformed',
        issue: `${name} has an item_count that is not a whole number up to ${ENVELOPE.spans}`,
      }

    const start = Math.min(headerEnd + 1, bytes.length)
    const stop = payloadEnd(bytes, start, length)
    if (typeof stop === 'string') return { type: 'malformed', issue: `${name} ${stop}` }
    items.push({ type, header: read.header, headerBytes, payload: bytes.subarray(start, stop) })
    at = stop + 1
  }
  return { type: 'ok', envelope: { header: head.header, items } }
}

/** Returns the items of a stored body, which is an envelope without its header; none if it cannot be parsed. */
export function parseItems(body: Uint8Array): readonly Item[] {
  const parsed = parseEnvelope(Buffer.concat([Buffer.from('{}\n'), body]))
  return parsed.type === 'ok' ? parsed.envelope.items : []
}

/** Returns the JSON of the event in a stored body, if it has one. */
export function eventJson(body: Uint8Array): string | undefined {
  const item = parseItems(body).find(({ type }) => type === 'event' || type === 'feedback')
  return item && Buffer.from(item.payload).toString('utf8')
}

/**
 * True if the beginning of an envelope has an item with spans, so that more of the envelope may be read. Items that are
 * cut off or malformed are read as far as possible: the whole envelope is validated later.
 */
export function announcesSpans(beginning: Uint8Array): boolean {
  let at = lineEnd(beginning, 0) + 1
  for (let count = 0; at < beginning.length && count < ENVELOPE.items; count++) {
    const headerEnd = lineEnd(beginning, at)
    const read = readHeader(beginning.subarray(at, headerEnd), ENVELOPE.itemHeaderBytes, 'item')
    if (read.type === 'malformed') return false
    if (hasSpans(String(read.header.type))) return true
    const { length } = read.header
    const start = headerEnd + 1
    at = (typeof length === 'number' && length >= 0 ? start + length : lineEnd(beginning, start)) + 1
  }
  return false
}

/** True for item types with spans, which have a larger size limit. */
export function hasSpans(type: string): boolean {
  return type === 'span' || type === 'transaction'
}

/** Joins items byte for byte. An item without a length stays without one: its payload ends at the newline. */
export function joinItems(items: readonly Item[]): Buffer {
  return Buffer.concat(
    items.flatMap(({ headerBytes, payload }, index) =>
      index === 0 ? [headerBytes, LINE_END, payload] : [LINE_END, headerBytes, LINE_END, payload],
    ),
  )
}
