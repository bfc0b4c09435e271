/**
 * Byte budgets for the parts of a report's page, HTML and data together. They keep every page of the desk under 1 MB,
 * whatever reports contain; the raw event is never truncated.
 */
export const REPORT_BYTES = {
  request: 60_000,
  feedback: 80_000,
  exceptions: 220_000,
  breadcrumbs: 120_000,
  spans: 120_000,
  others: 60_000,
  traceReports: 60_000,
  raw: 100_000,
} as const

export const LIST_BYTES = {
  problems: 450_000,
  facet: 40_000,
  vitals: 500_000,
  deadLetters: 350_000,
  counters: 200_000,
  cache: 350_000,
} as const

/** Returns the bytes of a UTF-16 unit in HTML and in a script together, escapes included. */
function escapedBytes(code: number): number {
  if (`"'&<>\\`.includes(String.fromCharCode(code))) return 8
  if (code < 0x20 || code === 0x7f) return 7
  if (code < 0x80) return 2
  if (code < 0x800) return 4
  return code === 0x2028 || code === 0x2029 || (code >= 0xd800 && code < 0xe000) ? 9 : 6
}

/** The maximum length of each text in characters, optionally with the number of its copies on the page. */
type TextLimits<Entry> = { readonly [Name in keyof Entry]?: number | readonly [maxLength: number, copies: number] }

export type PageBudget = ReturnType<typeof createPageBudget>

/** Creates a budget. `bytes` counts a text both in the HTML of the page and in its data. */
export function createPageBudget(bytes: number) {
  let remaining = bytes
  let exceeded = false
  /** Returns the text truncated to the remaining bytes, with `…` if it was truncated. The page has `copies` of it. */
  const text = (whole: string, maxLength: number, copies = 1): string => {
    let end = 0
    for (; end < whole.length && end < maxLength; end++) {
      const cost = escapedBytes(whole.charCodeAt(end)) * copies
      if (cost > remaining) break
      remaining -= cost
    }
    if (end === whole.length) return whole.toWellFormed()
    exceeded = true
    return `${whole.slice(0, end).toWellFormed()}…`
  }
  return {
    text,
    /** Returns an entry with its texts truncated in the order of `limits`. */
    texts<Entry extends object>(entry: Entry, limits: TextLimits<Entry>): Entry {
      const truncated = Object.entries(limits as Record<string, number | [number, number]>).map(([name, limit]) => {
        const [maxLength, copies] = typeof limit === 'number' ? [limit] : limit
        const value: unknown = entry[name as keyof Entry]
        return [name, typeof value === 'string' ? text(value, maxLength, copies) : value]
      })
      return { ...entry, ...(Object.fromEntries(truncated) as object) }
    },
    /** Reserves bytes for an element; returns false if too few remain. */
    element(cost: number): boolean {
      if (cost > remaining) {
        exceeded = true
        return false
      }
      remaining -= cost
      return true
    },
    isExceeded: () => exceeded,
  }
}

/** Maps the first entries of a list that fit into the budget. `map` truncates the texts of an entry. */
export function takeWithin<Entry, Result>(
  budget: PageBudget,
  list: readonly Entry[],
  elementBytes: number,
  map: (entry: Entry) => Result,
): Result[] {
  const results: Result[] = []
  for (const entry of list) {
    if (!budget.element(elementBytes)) break
    results.push(map(entry))
  }
  return results
}

export function mapValues<Key extends string, From, To>(record: Readonly<Record<Key, From>>, map: (value: From) => To) {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, map(value)] as const)
  return Object.fromEntries(entries) as Record<Key, To>
}

const SPACE = /\s/

/**
 * Indents by two spaces, like `JSON.stringify`. Reads only as far as `maxLength` characters need, so that the cost of
 * long or deeply nested JSON is bounded; the last token may exceed the limit.
 */
export function indentJson(json: string, maxLength: number): string {
  let output = ''
  let depth = 0
  let quoted = false
  const newLine = (): string => `\n${'  '.repeat(depth)}`

  for (let at = 0; at < json.length && output.length < maxLength; at++) {
    const char = json.charAt(at)
    if (quoted) {
      output += char
      if (char === '\\') output += json.charAt(++at)
      else if (char === '"') quoted = false
    } else if (char === '{' || char === '[') {
      depth++
      while (SPACE.test(json.charAt(at + 1))) at++
      output += char
      if (json[at + 1] !== '}' && json[at + 1] !== ']') output += newLine()
    } else if (char === '}' || char === ']') {
      depth--
      const isEmpty = output.endsWith('{') || output.endsWith('[')
      output += isEmpty ? char : newLine() + char
    } else if (char === ',') output += char + newLine()
    else if (char === ':') output += ': '
    else if (!SPACE.test(char)) {
      output += char
      quoted = char === '"'
    }
  }
  return output
}
