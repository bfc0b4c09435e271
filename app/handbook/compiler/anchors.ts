/**
 * An explicit heading id: `## Order {#precedence}`. Translations use it to keep the English ids, so that links work.
 */
const EXPLICIT_ID = /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/u

/** Splits a heading into its text and its explicit id, if it has one. */
export function splitHeading(raw: string): { text: string; id: string | undefined } {
  const match = EXPLICIT_ID.exec(raw)
  return match ? { text: raw.slice(0, match.index), id: match[1] } : { text: raw, id: undefined }
}

/** Returns the id of a heading: its letters, marks and digits of any script, in lower case, joined by hyphens. */
export function slugify(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/['’]/g, '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  )
}

/** Returns an id that is unique within a page, and marks it as taken: the second `run` becomes `run-2`. */
export function claimAnchor(taken: Set<string>, wanted: string): string {
  let id = wanted
  for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`
  taken.add(id)
  return id
}
