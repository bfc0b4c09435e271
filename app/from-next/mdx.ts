import { parseSource } from './source.ts'

/** Empty lines that a block of imports and exports may have. */
const MAX_GAPS = 20

/** Returns the number of lines in the imports and exports that begin at a line; 0 for text. */
function blockLength(lines: readonly string[], start: number): number {
  if (!/^(import|export)\s/.test(lines[start] ?? '')) return 0
  const gaps = [...lines.keys(), lines.length].filter((index) => index > start && !lines[index]?.trim())
  const end = gaps
    .slice(0, MAX_GAPS)
    .find((gap) => parseSource('block.jsx', lines.slice(start, gap).join('\n')).type === 'parsed')
  return end === undefined ? 0 : end - start
}

/** Returns the components and the links of a line of text, as elements. */
const elementsOf = (line: string): string =>
  [
    ...Array.from(line.matchAll(/<([A-Z]\w*)/g), ([, name]) => `;<${name} />`),
    ...Array.from(
      line.matchAll(/(?:\]\(|\bhref=["'])([^\s"'(){}<>\\]+)/g),
      ([, address]) => `;<a href="${address}" />`,
    ),
  ].join('')

/** Returns a module with the imports, exports, components and links of a text in MDX, each on its line. */
export function mdxModule(text: string): string {
  const lines = text.split('\n')
  const found: string[] = []
  const frontmatter =
    lines[0]?.trimEnd() === '---' ? lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line)) : -1
  let isCode = false
  while (found.length < lines.length) {
    const line = lines[found.length] ?? ''
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    const isText = !isCode && !isFence && found.length > frontmatter
    const length = isText ? blockLength(lines, found.length) : 0
    if (length > 0) found.push(...lines.slice(found.length, found.length + length))
    else found.push(isText ? elementsOf(line.replaceAll(/`[^`]*`/g, '')) : '')
  }
  return found.join('\n')
}
