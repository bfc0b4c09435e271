import { defaultStringifySearch, parseSearchWith } from '@tanstack/react-router'

/** Returns true when the router's parser reads a value of a repeated key back unchanged, unlike text such as `1`. */
function survives(value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return Number.isFinite(Number(value))
  return typeof value === 'string' && value !== 'true' && value !== 'false' && String(Number(value)) !== value
}

function isRepeated(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 1 && value.every(survives)
}

/**
 * Writes search params as the router does, but a list as a repeated key (`q=a&q=b`), the way forms and other
 * frameworks write it; the router's parser reads that already. A list that would come back as something else (of one
 * entry, of objects, of text like `1`) stays JSON.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
  if (!entries.some(([, value]) => isRepeated(value))) return defaultStringifySearch(search)
  return entries
    .flatMap(([key, value]) =>
      isRepeated(value)
        ? value.map((entry) => `&${new URLSearchParams([[key, String(entry)]])}`)
        : defaultStringifySearch({ [key]: value }).replace('?', '&'),
    )
    .join('')
    .replace('&', '?')
}

/**
 * Reads search params as the router does, but a number only where it would be written the same: codes such as `7E45`, or
 * more digits than a number holds, stay text.
 */
export const parseSearch = parseSearchWith((text): unknown => {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(text)
  return value
})
