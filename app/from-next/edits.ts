export type Range = { readonly start: number; readonly end: number }

/** A part of a text, and what takes its place. */
export type Edit = Range & { readonly text: string }

/** Returns true for an offset within a range. */
export const isWithin = (offset: number, { start, end }: Range): boolean => offset >= start && offset < end

/** Returns a part of a text with those of the edits that lie in it. Of edits that overlap, the outer one counts. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  range: Range = { start: 0, end: text.length },
): string {
  const pieces: string[] = []
  let at = range.start
  for (const edit of edits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (edit.start < at || edit.end > range.end) continue
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return pieces.join('') + text.slice(at, range.end)
}
