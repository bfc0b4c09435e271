/** A path such as `/drafts`, or `/drafts/*` for the path and all below it. */
const PATH_PATTERN = /^\/[^*?#\s]*(?:\/\*)?$|^\/\*$/

export const PATH_PATTERN_RULE = 'a path such as /drafts, or /drafts/* for all below it'

export function isPathPattern(value: unknown): value is string {
  return typeof value === 'string' && PATH_PATTERN.test(value) && !/\/[/:]/.test(value)
}

/** Returns the first pattern of a list that matches a path without a language. Case does not matter, as in routes. */
export function findPathPattern<T extends string>(patterns: readonly T[], path: string): T | undefined {
  const asked = path.toLowerCase()
  return patterns.find((pattern) => {
    const written = pattern.toLowerCase()
    if (!written.endsWith('/*')) return asked === written
    return asked === written.slice(0, -2) || asked.startsWith(written.slice(0, -1))
  })
}
