import { parseSync } from 'vite'

/** A regular expression in the source, or where one is made while the application runs (`source` is then empty). */
export type FoundPattern = { path: string; line: number; source: string; flags: string; made: boolean }

type Node = Readonly<Record<string, unknown>> & { start?: number }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function* nodesIn(value: unknown): Generator<Node> {
  if (!isNode(value)) return
  if (typeof value.type === 'string') yield value
  for (const child of Object.values(value)) yield* nodesIn(child)
}

/** Finds every regular expression of a file: literals, and the places where one is constructed. */
export function patternsIn(path: string, text: string): FoundPattern[] {
  const { program } = parseSync(path, text)
  return [...nodesIn(program)].flatMap((node): FoundPattern[] => {
    const line = text.slice(0, node.start).split('\n').length
    const { type, regex, callee } = node
    if (type === 'Literal' && isNode(regex)) {
      return [{ path, line, source: String(regex.pattern), flags: String(regex.flags), made: false }]
    }
    const makes = (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'
    return makes ? [{ path, line, source: '', flags: '', made: true }] : []
  })
}
