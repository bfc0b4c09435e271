import { parse, tokensToRegexp, type Key } from 'path-to-regexp'
import { encodeUnsafe } from '#app/navigation/rules/encoding.ts'
import type { Params } from '#app/navigation/rules/table.ts'

export type Token = string | Key

export type Pattern = { readonly regexp: RegExp; readonly keys: readonly Key[] }

/** Cuts a source into literal text and params. Throws the grammar's own TypeError when it is not well formed. */
export function parseSource(source: string): Token[] {
  return parse(source, { delimiter: '/' })
}

/**
 * Compiles a source: anchored at both ends, case ignored, one trailing slash allowed. Literal text is compared in its
 * percent-encoded form, so that `/über` meets `/%C3%BCber`. Throws when the grammar or a custom pattern is at fault.
 */
export function compilePattern(source: string): Pattern {
  const keys: Key[] = []
  const regexp = tokensToRegexp(parseSource(source), keys, { delimiter: '/', encode: encodeUnsafe })
  return { regexp, keys }
}

/** True for a param that may take several segments. */
export function isRepeated(key: Key): boolean {
  return key.modifier === '*' || key.modifier === '+'
}

/**
 * The params that a canonical path gives, encoded as they came, or null when the path is another one. Unnamed parts
 * match and give nothing; an absent optional param is absent, not empty.
 */
export function matchPattern(pattern: Pattern, path: string): Params | null {
  const match = pattern.regexp.exec(path)
  if (match === null) return null
  const params: Params = Object.create(null)
  pattern.keys.forEach((key, position) => {
    const value = match[position + 1]
    if (value === undefined || typeof key.name === 'number') return
    params[key.name] = isRepeated(key) ? value.split(key.prefix + key.suffix) : value
  })
  return params
}
