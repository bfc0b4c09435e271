import { extname } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { LIMITS } from '#app/from-next/limits.ts'

export type Source = {
  /** From the root of the application. */
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  /** Returns the line of an offset, from 1. */
  readonly lineAt: (offset: number) => number
}

export type Parsed =
  | { readonly type: 'parsed'; readonly source: Source }
  | { readonly type: 'fault'; readonly fault: string }

/** Files that are parsed. */
export const SOURCE = /(?<!\.d)\.[cm]?[jt]sx?$/

function nestingOf(text: string): number {
  let deepest = 0
  let depth = 0
  for (const character of text) {
    if ('([{'.includes(character)) deepest = Math.max(deepest, (depth += 1))
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
  }
  return deepest
}

/** Returns a function for the line of an offset, by a binary search. */
function lines(text: string): (offset: number) => number {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Parses TypeScript or JavaScript with JSX. */
export function parseSource(path: string, text: string): Parsed {
  const lineAt = lines(text)
  if (nestingOf(text) > LIMITS.nesting) {
    return { type: 'fault', fault: `${path}: brackets are nested deeper than ${LIMITS.nesting}` }
  }
  const extension = extname(path)
  const lang = /\.[cm]?ts$/.test(extension) ? 'ts' : extension === '.tsx' ? 'tsx' : 'jsx'
  const { program, errors } = parseSync(path, text, { lang, sourceType: extension === '.cjs' ? 'script' : 'module' })
  const [error] = errors
  if (error) return { type: 'fault', fault: `${path}:${lineAt(error.labels[0]?.start ?? 0)}: ${error.message}` }
  return { type: 'parsed', source: { path, text, program, lineAt } }
}
