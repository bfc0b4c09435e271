/** A heading's own id: `## Order {#precedence}`. Translations keep the English ids by it, so that links hold. */
const OWN_ID = /\s*\{#([\p{L}\p{N}_-]+)\}\s*$/u

/** Parts a heading from the id it gives itself, if it does. */
export function splitHeading(raw: string): { text: string; id: string | undefined } {
  const own = OWN_ID.exec(raw)
  return own ? { text: raw.slice(0, own.index), id: own[1] } : { text: raw, id: undefined }
}

/** Makes an id of a heading: letters, marks and digits of any script, in small letters, with hyphens between. */
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

/** Gives out ids that are unique within a page: the second `run` becomes `run-2`. */
export function createAnchors(): { claim: (text: string, own?: string) => string; taken: ReadonlySet<string> } {
  const taken = new Set<string>()
  return {
    taken,
    claim(text, own) {
      const wanted = own ?? slugify(text)
      let id = wanted
      for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`
      taken.add(id)
      return id
    },
  }
}
