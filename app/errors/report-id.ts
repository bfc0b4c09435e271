const ids = new WeakMap<object, string>()

/** Primitives have no identity: the same thrown value counts as the same error for this long. */
const PRIMITIVE_DEDUPE_MS = 1_000
const primitives = new Map<unknown, { id: string; at: number }>()

function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the id of the report of an error in the browser, 32 hexadecimal digits. It is known before the report is made, so
 * that the page can show it, and stays the same for a thrown value.
 *
 * @param now milliseconds
 */
export function getReportId(thrown: unknown, now: number = Date.now()): string {
  if (typeof thrown === 'object' && thrown !== null) {
    const id = ids.get(thrown) ?? createId()
    ids.set(thrown, id)
    return id
  }
  const previous = primitives.get(thrown)
  if (previous && now - previous.at < PRIMITIVE_DEDUPE_MS) return previous.id
  const id = createId()
  primitives.set(thrown, { id, at: now })
  return id
}
