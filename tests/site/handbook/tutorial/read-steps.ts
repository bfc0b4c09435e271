import { Marked, type Token, type Tokens } from 'marked'

/** One instruction of a page. `line` is the line of its code block in the page. */
export type Step = { line: number } & (
  | { type: 'write'; path: string; content: string }
  | { type: 'edit'; path: string; diff: string }
  | { type: 'run'; script: string }
  | { type: 'follow'; page: string; section: string }
)

/** Languages of files. A block in one of them has to name its file. */
const FILES = ['ts', 'tsx', 'css', 'diff', 'mdx']

/** Languages of files, and of what a server responds with. Only a block that names a file is an instruction. */
const DATA = ['json', 'html', 'http', 'text']

/** Mark after the language of a block that only illustrates: ` ```ts example `. */
const EXAMPLE = 'example'

/** A path with a folder or an extension, such as `app/site.ts` and `app/routes/{-$locale}/tides/$port.tsx`. */
const PATH = String.raw`(?:[\w.@{}$[\]-]+\/)*[\w.@{}$[\]-]*\.[a-z]+`

/** A first line that is a comment with a path and nothing else. */
const FIRST_LINE = new RegExp(String.raw`^ ?(?:\/\/|#|\/\*|<!--) (${PATH})(?: \*\/| -->)?\n`)

const IN_BACKTICKS = new RegExp(`\`(${PATH})\``, 'g')

/** Returns the numbers of the lines that open a fenced block, in order. */
function fenceLines(source: string): number[] {
  const opened: number[] = []
  let fence: string | undefined
  for (const [index, line] of source.split('\n').entries()) {
    const [, marks = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && marks !== '') {
      fence = marks
      opened.push(index + 1)
    } else if (fence !== undefined && marks.startsWith(fence)) {
      fence = undefined
    }
  }
  return opened
}

/** A paragraph that sends the reader to a section of another page: `Follow [a title](page.md#section).` */
const FOLLOW = /^Follow \[[^\]]*\]\(([\w-]+)\.md#([\w-]+)\)\.$/

type Block = { block: Tokens.Code; above: string }

/** Returns the fenced blocks below tokens, in order, each with the source of the paragraph directly above it. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const visible = tokens.filter(({ type }) => type !== 'space')
  return visible.flatMap((token, index) => {
    const before = visible[index - 1]
    const above = before && ['paragraph', 'text'].includes(before.type) ? before.raw : ''
    if (token.type === 'code') return /^\s*(```|~~~)/.test(token.raw) ? [{ block: token as Tokens.Code, above }] : []
    if (token.type === 'list') return (token as Tokens.List).items.flatMap((item) => blocksOf(item.tokens))
    return 'tokens' in token && token.tokens ? blocksOf(token.tokens) : []
  })
}

/** Returns the file that a block names, and what is left of the block. */
function nameOf({ block, above }: Block): { path: string | undefined; code: string } {
  const named = FIRST_LINE.exec(`${block.text}\n`)
  if (named) {
    // The comment belongs to the file, and a diff is no file.
    const code = block.lang?.startsWith('diff') ? block.text.slice(named[0].length) : block.text
    return { path: named[1], code }
  }
  const paths = [...new Set([...above.matchAll(IN_BACKTICKS)].map(([, path]) => path))]
  if (paths.length > 1) throw new Error(`the paragraph above names several files: ${paths.join(', ')}`)
  return { path: paths[0], code: block.text }
}

function stepOf(found: Block, line: number): Step[] {
  const [language = '', ...marks] = (found.block.lang ?? '').split(/\s+/)
  const unknown = marks.filter((mark) => mark !== EXAMPLE)
  if (unknown.length > 0) throw new Error(`the block is marked ${unknown.join(' ')}; allowed: ${EXAMPLE}`)
  if (![...FILES, ...DATA, 'sh'].includes(language)) {
    throw new Error(`the block is in ${JSON.stringify(language)}; allowed: ${[...FILES, ...DATA, 'sh'].join(', ')}`)
  }
  if (marks.includes(EXAMPLE) || ['http', 'text'].includes(language)) return []
  if (language === 'sh') return [{ type: 'run', line, script: found.block.text }]
  const { path, code } = nameOf(found)
  if (path === undefined) {
    if (DATA.includes(language)) return []
    throw new Error(`the block names no file: not in its first line, and the paragraph above it names none`)
  }
  if (path.split('/').includes('..')) throw new Error(`${path} is outside the project`)
  return [
    language === 'diff'
      ? { type: 'edit', line, path, diff: code }
      : { type: 'write', line, path, content: `${code}\n` },
  ]
}

/**
 * Reads the instructions of a Markdown page: files to write, files to edit and commands to run. A block names its file by a
 * comment in its first line, or in backticks in the paragraph above. A `diff` edits a file; an `sh` block is run.
 *
 * @param name of the page, for errors
 * @throws Error that names the page and the line of a block that is neither an instruction nor an example.
 */
export function readSteps(source: string, name: string): Step[] {
  const lines = fenceLines(source)
  const followed = source.split('\n').flatMap((text, index): Step[] => {
    const [, page, section] = FOLLOW.exec(text) ?? []
    return page && section ? [{ type: 'follow', line: index + 1, page, section }] : []
  })
  const steps = blocksOf(new Marked().lexer(source)).flatMap((block, index) => {
    const line = lines[index] ?? 0
    try {
      return stepOf(block, line)
    } catch (error) {
      throw new Error(`${name}:${line}: ${(error as Error).message}`, { cause: error })
    }
  })
  return [...steps, ...followed].toSorted((one, other) => one.line - other.line)
}

/**
 * Returns the section of a page whose heading has an explicit id, `## A title {#id}`, after as many empty lines as there
 * are before it, so that lines keep their numbers.
 */
export function sectionOf(source: string, id: string): string {
  const lines = source.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.endsWith(`{#${id}}`))
  if (start < 0) throw new Error(`the page has no section {#${id}}`)
  const depth = lines[start]?.indexOf(' ') ?? 0
  const isNext = (line: string) => /^#+ /.test(line) && line.indexOf(' ') <= depth
  const length = lines.slice(start + 1).findIndex(isNext)
  const end = length < 0 ? lines.length : start + 1 + length
  return [...lines.slice(0, start).map(() => ''), ...lines.slice(start, end)].join('\n')
}
