import { extname } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { LIMITS } from '#app/from-next/source-files.ts'

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

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Returns the nodes directly below a node. */
function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return (Object.values(node) as unknown[]).flat().filter(isNode)
}

/**
 * Visits a node and all below it, in the order of the source.
 *
 * @param visit gets the nodes above as well, the nearest last; `false` skips what is below the node
 */
export function walk(
  node: ESTree.Node,
  visit: (node: ESTree.Node, above: readonly ESTree.Node[]) => unknown,
  above: ESTree.Node[] = [],
): void {
  if (visit(node, above) === false) return
  above.push(node)
  for (const child of childrenOf(node)) walk(child, visit, above)
  above.pop()
}

export type Range = { readonly start: number; readonly end: number }

/** A part of a text, and what takes its place. */
export type Edit = Range & { readonly text: string }

/** Returns true for an offset within a range. */
export const isWithin = (offset: number, { start, end }: Range): boolean => offset >= start && offset < end

/** Returns a part of a text with those of the edits that lie in it. Of edits that overlap, the outer one counts; an insertion comes before what begins at its place. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  range: Range = { start: 0, end: text.length },
): string {
  const pieces: string[] = []
  let at = range.start
  const rank = ({ start, end }: Edit) => (start === end ? Number.POSITIVE_INFINITY : end)
  for (const edit of edits.toSorted((one, other) => one.start - other.start || rank(other) - rank(one))) {
    if (edit.start < at || edit.end > range.end) continue
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return pieces.join('') + text.slice(at, range.end)
}

/** A value that the source says without running it; `undefined` where it has to be computed. */
export type StaticValue = { readonly value: unknown } | undefined

type Constants = ReadonlyMap<string, ESTree.Node>

/** Returns the initial values of the constants at the top level of a module. */
export function constantsOf(program: ESTree.Program): Map<string, ESTree.Node> {
  const constants = new Map<string, ESTree.Node>()
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    }
  }
  return constants
}

function objectValue(node: ESTree.ObjectExpression, constants: Constants, budget: Budget): StaticValue {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = staticValue(property.argument, constants, budget)
      if (spread === undefined || typeof spread.value !== 'object' || spread.value === null) return undefined
      entries.push(...Object.entries(spread.value))
      continue
    }
    const { key } = property
    const name = key.type === 'Identifier' && !property.computed ? key.name : staticValue(key, constants, budget)?.value
    const value = staticValue(property.value, constants, budget)
    if (typeof name !== 'string' || value === undefined) return undefined
    entries.push([name, value.value])
  }
  return { value: Object.fromEntries(entries) }
}

function listValue(node: ESTree.ArrayExpression, constants: Constants, budget: Budget): StaticValue {
  const list: unknown[] = []
  for (const element of node.elements) {
    const value =
      element && staticValue(element.type === 'SpreadElement' ? element.argument : element, constants, budget)
    if (!value) return undefined
    if (element.type === 'SpreadElement') {
      if (!Array.isArray(value.value)) return undefined
      list.push(...(value.value as unknown[]))
    } else list.push(value.value)
  }
  return { value: list }
}

/** Values within values, and all of them: constants may name each other many times. */
const VALUES = { depth: 100, nodes: 50_000 }

type Budget = { readonly depth: number; readonly nodes: { left: number } }

/** Evaluates literals, objects, lists, templates and constants of the module. Runs nothing. */
export function staticValue(
  node: ESTree.Node,
  constants: Constants,
  { depth, nodes }: Budget = { depth: 0, nodes: { left: VALUES.nodes } },
): StaticValue {
  nodes.left -= 1
  if (depth > VALUES.depth || nodes.left < 0) return undefined
  const next = { depth: depth + 1, nodes }
  switch (node.type) {
    case 'Literal':
      return 'regex' in node && node.regex ? undefined : { value: node.value }
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? { value: node.quasis[0]?.value.cooked ?? '' } : undefined
    case 'ArrayExpression':
      return listValue(node, constants, next)
    case 'ObjectExpression':
      return objectValue(node, constants, next)
    case 'UnaryExpression': {
      const argument = staticValue(node.argument, constants, next)
      if (argument === undefined) return undefined
      if (node.operator === '-') return { value: -Number(argument.value) }
      return node.operator === '!' ? { value: !argument.value } : undefined
    }
    case 'NewExpression': {
      const [argument] = node.arguments
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL' && node.arguments.length === 1
      const text = isUrl && argument ? staticValue(argument, constants, next)?.value : undefined
      return typeof text === 'string' && URL.canParse(text) ? { value: text } : undefined
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return staticValue(node.expression, constants, next)
    case 'Identifier': {
      const constant = constants.get(node.name)
      if (node.name === 'undefined') return { value: undefined }
      return constant && staticValue(constant, constants, next)
    }
    default:
      return undefined
  }
}

/** Returns the names of a pattern, such as `{ a, b: [c] }`. */
export function patternNames(pattern: ESTree.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((item) => patternNames(item.type === 'Property' ? item.value : item.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap((item) => (item ? patternNames(item) : []))
    case 'AssignmentPattern':
      return patternNames(pattern.left)
    case 'RestElement':
      return patternNames(pattern.argument)
    default:
      return []
  }
}

/** Returns the names that a statement declares. */
export function declaredNames(statement: ESTree.Node): string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name)
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (node?.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => patternNames(id))
  return node && 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}
