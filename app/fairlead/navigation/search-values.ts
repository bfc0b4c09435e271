// Readers for `validateSearch`. A value from a URL is text; a value from the `search` of a link may have its real type.
// Each function reads both, and returns `undefined` for any other value.

/** Returns a finite number. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns a boolean, whose texts are `true` and `false`. */
export function toBoolean(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
}

/** Returns a list of texts; a key that occurs once is a list of one. */
export function toList(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((entry) => (typeof entry === 'string' || typeof entry === 'number' ? [String(entry)] : []))
}

/** Returns the value of a JSON text. It is whatever a visitor wrote: check its shape. */
export function toJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
