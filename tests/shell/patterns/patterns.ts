import { isNode, nodesIn } from '#tests/shell/lint/nodes.ts'

/** A regular expression in the source, or where one is made while the application runs (`source` is then empty). */
export type FoundPattern = { path: string; source: string; flags: string; made: boolean }

/** Finds every regular expression of a file: literals, and the places where one is constructed. */
export function patternsIn(path: string, text: string): FoundPattern[] {
  return [...nodesIn({ path, source: text })].flatMap(({ type, regex, callee }): FoundPattern[] => {
    if (type === 'Literal' && regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      return [{ path, source: pattern, flags, made: false }]
    }
    const makes = (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'
    return makes ? [{ path, source: '', flags: '', made: true }] : []
  })
}
