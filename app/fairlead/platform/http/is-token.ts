import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares an input with a token in constant time, ignoring surrounding white space. */
export function isToken(input: string, token: string): boolean {
  return timingSafeEqual(hash(input.trim()), hash(token))
}
