function write(value: unknown): string {
  if (value instanceof Date) return value.toJSON() ?? ''
  // `append` makes text of the rest.
  return typeof value === 'object' ? JSON.stringify(value) : (value as string)
}

/** The texts of a value: a list without objects is a repeated key, and what is absent is left out. */
function texts(value: unknown): string[] {
  const isList = Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)
  return (isList ? (value as unknown[]) : [value]).filter((entry) => entry !== undefined && entry !== null).map(write)
}

/**
 * Writes search params as `URLSearchParams` does, a list as a repeated key (`q=a&q=b`). Objects, and lists of them, are
 * written as JSON. The router's own way puts text like `1` in quotes.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) for (const text of texts(value)) params.append(key, text)
  return params.size > 0 ? `?${params}` : ''
}

/**
 * Reads search params as text, a repeated key as a list of texts. Numbers and JSON are read where `validateSearch` of a
 * route asks for them, see search-values.ts. The router's own way reads `1` as a number and `true` as a boolean.
 */
export function parseSearch(query: string): Record<string, unknown> {
  const search = Object.create(null) as Record<string, string | string[]>
  for (const [key, text] of new URLSearchParams(query)) {
    const before = search[key]
    if (before === undefined) search[key] = text
    else if (typeof before === 'string') search[key] = [before, text]
    else before.push(text)
  }
  return search
}
