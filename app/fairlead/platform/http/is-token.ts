import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares a text with a token in constant time, ignoring white space around the text. */
export function isToken(input: string, token: string): boolean {
  return timingSafeEqual(hash(input.trim()), hash(token))
}
