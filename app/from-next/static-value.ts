import type { ESTree } from 'vite'

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
const LIMITS = { depth: 100, nodes: 50_000 }

type Budget = { readonly depth: number; readonly nodes: { left: number } }

/** Evaluates literals, objects, lists, templates and constants of the module. Runs nothing. */
export function staticValue(
  node: ESTree.Node,
  constants: Constants,
  { depth, nodes }: Budget = { depth: 0, nodes: { left: LIMITS.nodes } },
): StaticValue {
  nodes.left -= 1
  if (depth > LIMITS.depth || nodes.left < 0) return undefined
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
