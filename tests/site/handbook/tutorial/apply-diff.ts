/** A place to change: the lines that must be there, and their replacements. */
type Hunk = { before: string[]; after: string[] }

/** Reads the hunks of a diff, which lines that begin with `@@` separate. Every other line begins with a space, + or -. */
function readHunks(diff: string): Hunk[] {
  const hunks: Hunk[] = [{ before: [], after: [] }]
  for (const line of diff.split('\n')) {
    const last = hunks.at(-1)
    const [mark, text] = [line.charAt(0), line.slice(1)]
    if (line.startsWith('@@')) hunks.push({ before: [], after: [] })
    else if (mark === '+') last?.after.push(text)
    else if (mark === '-') last?.before.push(text)
    else if (mark === ' ' || mark === '') [last?.before, last?.after].forEach((lines) => lines?.push(text))
    else throw new Error(`the line ${JSON.stringify(line)} of the diff begins with none of: space, +, -, @@`)
  }
  return hunks.filter(({ before, after }) => before.length + after.length > 0)
}

/** Returns the index of the only place where `lines` has these lines in a row. */
function placeOf(lines: readonly string[], wanted: readonly string[]): number {
  const places = lines.flatMap((_, at) => (wanted.every((line, offset) => lines[at + offset] === line) ? [at] : []))
  const [place] = places
  if (place === undefined) throw new Error(`the file has no such lines:\n${wanted.join('\n')}`)
  if (places.length > 1) throw new Error(`the file has these lines ${places.length} times:\n${wanted.join('\n')}`)
  return place
}

/**
 * Applies a diff without line numbers to a text.
 *
 * @throws Error if the lines of a hunk are not in the text exactly once, or if a hunk changes nothing.
 */
export function applyDiff(text: string, diff: string): string {
  const hunks = readHunks(diff)
  if (hunks.length === 0) throw new Error('the diff is empty')
  const lines = text.split('\n')
  for (const { before, after } of hunks) {
    if (before.length === 0) throw new Error('the diff shows no line of the file, so its place is unknown')
    if (before.join('\n') === after.join('\n')) throw new Error('the diff changes nothing')
    lines.splice(placeOf(lines, before), before.length, ...after)
  }
  return lines.join('\n')
}
