import { parseSync } from 'vite'
import type { Violation } from '#tests/fairlead/lint/import-directions.ts'
import type { SourceFile } from '#tests/fairlead/lint/nodes.ts'

/** A first word without a subject: the reader looks for it in another line. */
const FRAGMENT = /^(Of (?!course)|Those |That |Not (?!all |each |every |only )|(As|With) [^,;]*$)/

const PHRASES = ['those who', 'those that', 'as it lies', 'by itself', 'anew']

/** Words that say nothing about a name. */
const STOP_WORDS = new Set(
  'a an all and are at be by for from gets get given has in into is it its of on one or returns return sets that the this to with'.split(
    ' ',
  ),
)

const DECLARATION = /^\s*(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|type|interface)\s+([\w$]+)/

/** The letters of a word without its ending, so that `pages` and `page` are one. */
const stem = (word: string): string => word.replace(/(?:ies|es|s|ed|ing|y|e)$/, '')

const stemsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
    .map(stem)

/** True if a docstring of one line has no word that is not in the name below it. */
function restates(text: string, following: string): boolean {
  const name = DECLARATION.exec(following)?.[1]
  if (name === undefined || text.includes('@') || text.includes('\n')) return false
  const words = stemsOf(text)
  const known = new Set(stemsOf(name))
  return words.length > 0 && words.every((word) => known.has(word))
}

type Comment = ReturnType<typeof parseSync>['comments'][number]

/** The text of a comment without its asterisks. */
const textOf = ({ value }: Comment): string =>
  value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()

type Block = { text: string; isDocstring: boolean; end: number }

/** Comments of a file. Lines of `//` that follow each other are one comment. */
function blocksOf({ path, source }: SourceFile): Block[] {
  const blocks: Block[] = []
  for (const comment of parseSync(path, source).comments) {
    const text = textOf(comment)
    const before = blocks.at(-1)
    const isContinued =
      comment.type === 'Line' &&
      before?.isDocstring === false &&
      /^\n[ \t]*$/.test(source.slice(before.end, comment.start))
    if (isContinued) {
      before.text += ` ${text}`
      before.end = comment.end
    } else {
      blocks.push({ text, isDocstring: comment.type === 'Block' && comment.value.startsWith('*'), end: comment.end })
    }
  }
  return blocks
}

function faultOf({ text, isDocstring, end }: Block, source: string): string | undefined {
  if (/^Tells (?!\w+ to )/.test(text)) return 'begins with "Tells"; a predicate is "True if …"'
  const sentence = text.split(/(?<=[.:])\s/, 1)[0] ?? ''
  const [fragment] = FRAGMENT.exec(sentence) ?? []
  if (fragment !== undefined) return `begins with "${fragment.split(' ', 1)[0]}"; say it as a sentence with a subject`
  const phrase = PHRASES.find((words) => text.toLowerCase().replaceAll('\n', ' ').includes(words))
  if (phrase !== undefined) return `says "${phrase}"; name the noun, or use the usual word`
  if (isDocstring && restates(text, source.slice(end))) return 'only restates the name; delete it or say why'
  return undefined
}

/** Comments that a reader would have to read twice, or that say nothing. */
export function commentFaults(files: readonly SourceFile[]): Violation[] {
  return (
    files
      // A released migration is never edited.
      .filter(({ path }) => !path.includes('/migrations/'))
      .flatMap((file) =>
        blocksOf(file).flatMap((block) => {
          const fault = faultOf(block, file.source)
          return fault
            ? [{ path: file.path, rule: 'comment', detail: `"${block.text.split('\n', 1)[0]}" ${fault}` }]
            : []
        }),
      )
  )
}
