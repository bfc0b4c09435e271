import { isConstant } from '#fairlead/messages/constant-data.ts'

/** The deepest data that is JSON here: deeper data may refer to itself. */
const DEPTH = 50

/** True if a literal makes the same list or object: it has no class, is not frozen, and has nothing under a symbol. */
function isPlain(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === (Array.isArray(value) ? Array.prototype : Object.prototype) &&
    Object.isExtensible(value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  )
}

/**
 * True if data is the same after `JSON.stringify`, as an expression of a script: it has no dates or classes, no `undefined`,
 * and no object that occurs twice, which would be two. Data of `constantData` is not looked at.
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
    // In a script it would be the prototype.
    if (key === '__proto__' || !isJson((value as Record<string, unknown>)[key], seen, depth + 1)) return false
  }
  return true
}
