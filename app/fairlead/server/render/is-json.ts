import { isConstant } from '#fairlead/messages/constant-data.ts'

/** The depth to which data is checked: deeper data may refer to itself. */
const DEPTH = 50

/** True if a literal produces the same list or object: it has no class, is not frozen, and has no symbols as keys. */
function isPlain(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === (Array.isArray(value) ? Array.prototype : Object.prototype) &&
    Object.isExtensible(value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  )
}

/**
 * True if data survives as JSON in a script: it has no dates, classes or `undefined`, and no object occurs twice, which
 * would become two objects. Data of `constantData` is not checked.
 */
export function isJson(value: unknown, seen = new Set<unknown>(), depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === DEPTH || seen.has(value)) return false
  seen.add(value)
  if (isConstant(value)) return true
  if (!isPlain(value)) return false
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isJson(value[index], seen, depth + 1)) return false
    return true
  }
  for (const key in value) {
    // A literal with this key would set the prototype.
    if (key === '__proto__' || !isJson((value as Record<string, unknown>)[key], seen, depth + 1)) return false
  }
  return true
}
