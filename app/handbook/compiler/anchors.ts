/** An explicit heading id: `## Order {#precedence}`. Translations keep the English ids by it, so that links work. */
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

/** Creates ids that are unique within a page: the second `run` becomes `run-2`. */
export function createAnchors(): { claim: (text: string, explicit?: string) => string; taken: ReadonlySet<string> } {
  const taken = new Set<string>()
  return {
    taken,
    claim(text, explicit) {
      const wanted = explicit ?? slugify(text)
      let id = wanted
      for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`
      taken.add(id)
      return id
    },
  }
}
