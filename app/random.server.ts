import { randomBytes } from 'node:crypto'

/** As much as some two hundred requests need: asking the system for a little costs as much as for a lot. */
const SUPPLY_BYTES = 8_192

let supply = Buffer.alloc(0)

/**
 * Random bytes as text, from the system's secure source, none of them ever given twice.
 *
 * @param bytes at most 8192
 */
export function randomText(bytes: number, encoding: 'base64' | 'hex'): string {
  if (bytes > supply.length) supply = randomBytes(SUPPLY_BYTES)
  const text = supply.toString(encoding, 0, bytes)
  supply = supply.subarray(bytes)
  return text
}
