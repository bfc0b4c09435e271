const ids = new WeakMap<object, string>()

/** What was thrown and is no object has no identity: the same value counts as the same error for this long. */
const PRIMITIVE_DEDUPE_MS = 1_000
const primitives = new Map<unknown, { id: string; at: number }>()

function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The id of the report of an error in the browser, 32 hexadecimal digits: known before the report is made, so that the
 * page can show it. The same however often it is asked for.
 *
 * @param now milliseconds
 */
export function getReportId(thrown: unknown, now: number = Date.now()): string {
  if (typeof thrown === 'object' && thrown !== null) {
    const id = ids.get(thrown) ?? createId()
    ids.set(thrown, id)
    return id
  }
  const before = primitives.get(thrown)
  if (before && now - before.at < PRIMITIVE_DEDUPE_MS) return before.id
  const id = createId()
  primitives.set(thrown, { id, at: now })
  return id
}
