import { STREAM_AFTER_MS } from '#fairlead/navigation/loading/document-queries.ts'
import { VISITOR_ELEMENT, VISITOR_PART_START } from '#fairlead/navigation/visitor-element.ts'
import { escapeHtml } from '#fairlead/platform/http/escape-html.ts'
import { count } from '#fairlead/platform/counters.server.ts'

/** A part per visitor. `state` is its data and their time for the browser, in seroval's JSON. */
export type RenderedPart = { html: string; state: string }

const PART_END = `</${VISITOR_ELEMENT}>`

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => CHARACTERS[name] ?? '')
}

/** A part in a text: its place as it is written there, and the rest of its first tag. */
type FoundPart = { index: number; whole: string; place: string; attributes: string }

/**
 * Finds the parts in a text. React escapes `<` and `"` in attributes, so no text from a visitor can look like a part.
 */
function findParts(text: string): FoundPart[] {
  const found: FoundPart[] = []
  for (let from = 0; ;) {
    const index = text.indexOf(VISITOR_PART_START, from)
    const end = index < 0 ? -1 : text.indexOf(PART_END, index)
    if (end < 0) return found
    from = end + PART_END.length
    const placeAt = index + VISITOR_PART_START.length
    const quote = text.indexOf('"', placeAt)
    const attributes = text.slice(quote + 1, text.indexOf('>', quote))
    found.push({ index, whole: text.slice(index, from), place: text.slice(placeAt, quote), attributes })
  }
}

/** Renders the part at a place of a document; undefined if it fails, or is not there in time. */
export type RenderPlace = (place: string) => Promise<RenderedPart | undefined>

/**
 * Completes a document with its parts. All parts of a chunk are rendered at once. A part that is not ready within
 * `STREAM_AFTER_MS` follows after the document.
 */
export async function* completeDocument(
  chunks: AsyncIterable<string>,
  render: RenderPlace,
): AsyncGenerator<string, undefined> {
  const late: { place: string; rendering: ReturnType<RenderPlace> }[] = []
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    const found = findParts(rest).map((part) => ({ ...part, rendering: render(unescapeHtml(part.place)) }))
    let waited: Promise<'late'> | undefined
    let end = 0
    for (const { whole, place, attributes, index, rendering } of found) {
      yield rest.slice(end, index)
      end = index + whole.length
      waited ??= new Promise((resolve) => setTimeout(resolve, STREAM_AFTER_MS, 'late'))
      const rendered = await Promise.race([rendering, waited])
      if (rendered === 'late') late.push({ place, rendering })
      else count('visitor_parts_total', { result: rendered ? 'in-place' : 'failed' })
      yield typeof rendered === 'object'
        ? `${VISITOR_PART_START}${place}" data-state="${escapeHtml(rendered.state)}"${attributes}>${rendered.html}${PART_END}`
        : whole
    }
    rest = rest.slice(end)
    // The rest of a part that is not complete yet comes with the next chunk.
    const open = beginningOfPart(rest)
    yield rest.slice(0, open)
    rest = rest.slice(open)
  }
  yield rest
  for (const { place, rendering } of late) {
    const rendered = await rendering
    count('visitor_parts_total', { result: rendered ? 'late' : 'failed' })
    if (rendered) yield `<template data-part="${place}" data-state="${escapeHtml(rendered.state)}"></template>`
  }
  return undefined
}

/** Returns the index of a part that begins but does not end in the text; the text's length if there is none. */
function beginningOfPart(text: string): number {
  const begun = text.indexOf(VISITOR_PART_START)
  if (begun >= 0) return begun
  const last = text.lastIndexOf('<')
  return last >= 0 && VISITOR_PART_START.startsWith(text.slice(last)) ? last : text.length
}
