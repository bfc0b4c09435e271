import type { Entry } from '#app/handbook/page.ts'

const MAX_SUGGESTIONS = 3

/** Characters of a slug that are compared: the cost is the product of both lengths. */
const MAX_CHARS = 100

/** Returns the Levenshtein distance: insertions, deletions and substitutions that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}

/** Returns the pages whose slug or title is closest to an unknown slug, closest first. */
export function suggestPages<E extends Entry>(unknown: string, entries: readonly E[]): E[] {
  const wanted = normalize(unknown.slice(0, MAX_CHARS))
  return entries
    .map((entry) => ({
      entry,
      distance: Math.min(...namesOf(entry).map((name) => normalizedDistance(wanted, normalize(name)))),
    }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ entry }) => entry)
}

function namesOf({ slug, title }: Entry): string[] {
  const last = slug.split('/').at(-1) ?? ''
  return [slug, last, last.replace(/^\d+-/, ''), title].filter(Boolean)
}

function normalizedDistance(a: string, b: string): number {
  return editDistance(a, b) / Math.max(a.length, b.length, 1)
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
