import { ENVELOPE } from '#app/error-reports/limits.ts'
import { parseJson, findDuplicateKey } from '#app/error-reports/envelope/parse-json.ts'

/** One part of an envelope. Its bytes are views of the bytes that were parsed. */
export type Item = {
  type: string
  header: Readonly<Record<string, unknown>>
  /** The header's line and the payload as they came, without the newlines that end them. */
  headerBytes: Uint8Array
  payload: Uint8Array
}

export type Envelope = { header: Readonly<Record<string, unknown>>; items: readonly Item[] }

export type ParsedEnvelope =
  | { type: 'ok'; envelope: Envelope }
  | { type: 'malformed'; fault: string }
  | { type: 'too-large'; fault: string }

type Header = { type: 'ok'; header: Record<string, unknown> } | { type: 'malformed'; fault: string }

const NEWLINE = 0x0a
const BRACE = [0x7b, 0x7d]

const utf8 = new TextDecoder()

function readHeader(bytes: Uint8Array, limit: number, name: string): Header {
  const malformed = (fault: string): Header => ({ type: 'malformed', fault: `${name} ${fault}` })
  if (bytes.length > limit) return malformed(`is longer than ${limit} bytes`)
  if (bytes[0] !== BRACE[0] || bytes.at(-1) !== BRACE[1]) return malformed('is not one line with a JSON object')
  const read = parseJson(bytes, ENVELOPE.jsonDepth)
  if (read.type === 'faulty') return malformed(read.fault)
  const twice = findDuplicateKey(utf8.decode(bytes))
  if (twice !== undefined) return malformed(`names ${JSON.stringify(twice.slice(0, 40))} twice`)
  return { type: 'ok', header: read.value as Record<string, unknown> }
}

/** The index of the newline that ends the line at `start`, or the end of the bytes. */
function lineEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(NEWLINE, start)
  return end === -1 ? bytes.length : end
}

/** Where a payload that starts at `start` ends, or what is wrong with the length it says it has. */
function payloadEnd(bytes: Uint8Array, start: number, length: unknown): number | string {
  if (length === undefined) return lineEnd(bytes, start)
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return 'has a length that is no count'
  const end = start + length
  if (end > bytes.length) return `ends early: ${length} bytes announced, ${Math.max(0, bytes.length - start)} there`
  return end === bytes.length || bytes[end] === NEWLINE ? end : 'is longer than announced'
}

/**
 * Splits a Sentry envelope, strictly: every header is one line with one JSON object and no key twice, every announced
 * length is exact. What the payloads say is not looked at. Never throws; the items are views, nothing is copied.
 *
 * @param bytes the whole body; how much of it is read is the caller's business
 */
export function parseEnvelope(bytes: Uint8Array): ParsedEnvelope {
  const end = lineEnd(bytes, 0)
  const head = readHeader(bytes.subarray(0, end), ENVELOPE.headerBytes, 'the envelope header')
  if (head.type === 'malformed') return head

  const items: Item[] = []
  let at = end + 1
  while (at < bytes.length) {
    const name = `item ${items.length + 1}`
    if (items.length === ENVELOPE.items) return { type: 'too-large', fault: `more than ${ENVELOPE.items} items` }
    const headerEnd = lineEnd(bytes, at)
    const headerBytes = bytes.subarray(at, headerEnd)
    const read = readHeader(headerBytes, ENVELOPE.itemHeaderBytes, `the header of ${name}`)
    if (read.type === 'malformed') return read
    const { type, length } = read.header
    if (typeof type !== 'string' || type === '') return { type: 'malformed', fault: `${name} has no type` }

    const start = Math.min(headerEnd + 1, bytes.length)
    const stop = payloadEnd(bytes, start, length)
    if (typeof stop === 'string') return { type: 'malformed', fault: `${name} ${stop}` }
    items.push({ type, header: read.header, headerBytes, payload: bytes.subarray(start, stop) })
    at = stop + 1
  }
  return { type: 'ok', envelope: { header: head.header, items } }
}

/**
 * Whether the beginning of an envelope announces spans, so that more of it may be read. Items that are cut off or
 * malformed count as far as they go: the whole is judged once it is there.
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

/** Whether items of a type hold spans, and may be as large as spans get. */
export function hasSpans(type: string): boolean {
  return type === 'span' || type === 'transaction'
}
