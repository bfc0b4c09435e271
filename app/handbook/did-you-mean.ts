import type { Entry } from '#app/handbook/page.ts'

const NEAREST_AT_MOST = 3

/** How many letters have to be added, dropped or changed to make one text of the other. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}

/** The pages whose slug or title comes nearest to what was asked for, nearest first. */
export function suggestPages<E extends Entry>(asked: string, entries: readonly E[]): E[] {
  // An address of 10 kB is near to nothing, and the distance costs the product of both lengths.
  const wanted = fold(asked.slice(0, 100))
  return entries
    .map((entry) => ({ entry, distance: Math.min(...names(entry).map((name) => relative(wanted, fold(name)))) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NEAREST_AT_MOST)
    .map(({ entry }) => entry)
}

/** A page may be asked for by its slug, by the last part of it with or without a number, or by its title. */
function names({ slug, title }: Entry): string[] {
  const last = slug.split('/').at(-1) ?? ''
  return [slug, last, last.replace(/^\d+-/, ''), title].filter(Boolean)
}

function relative(a: string, b: string): number {
  return editDistance(a, b) / Math.max(a.length, b.length, 1)
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
