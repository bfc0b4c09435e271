import type { ESTree } from 'vite'

/** A value that the source says without running it; `undefined` where it has to be computed. */
export type StaticValue = { readonly value: unknown } | undefined

/** A constant of another module, with the constants that its expression names. */
type ImportedConstant = { readonly type: 'Imported'; readonly node: ESTree.Node; readonly constants: Constants }

/** Initial values of constants, by their names in a module. */
export type Constants = ReadonlyMap<string, ESTree.Node | ImportedConstant>

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

function templateValue(node: ESTree.TemplateLiteral, constants: Constants, budget: Budget): StaticValue {
  const texts = node.expressions.flatMap((expression) => {
    const value = staticValue(expression, constants, budget)?.value
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  if (texts.length < node.expressions.length) return undefined
  return { value: node.quasis.map(({ value }, index) => `${value.cooked}${texts[index] ?? ''}`).join('') }
}

/** Values within values, and all of them: constants may name each other many times. */
const VALUES = { depth: 100, nodes: 50_000 }

/** Returns the expression that a name, or a member of a constant object, stands for. */
function definitionOf(node: ESTree.Node, constants: Constants, depth = 0): ImportedConstant | undefined {
  if (depth > VALUES.depth) return undefined
  switch (node.type) {
    case 'Identifier': {
      const found = constants.get(node.name)
      const { node: own, constants: known } = found?.type === 'Imported' ? found : { node: found, constants }
      return own && definitionOf(own, known, depth + 1)
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return definitionOf(node.expression, constants, depth + 1)
    case 'MemberExpression': {
      const object = definitionOf(node.object, constants, depth + 1)
      if (!object || object.node.type !== 'ObjectExpression' || node.property.type !== 'Identifier' || node.computed)
        return undefined
      const { name } = node.property
      const { properties } = object.node
      const property = properties.find(
        (each) =>
          each.type === 'Property' && !each.computed && each.key.type === 'Identifier' && each.key.name === name,
      )
      // A spread object may have a member of the same name.
      if (property?.type !== 'Property' || properties.some((each) => each.type === 'SpreadElement')) return undefined
      return definitionOf(property.value, object.constants, depth + 1)
    }
    default:
      return { type: 'Imported', node, constants }
  }
}

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
      return templateValue(node, constants, next)
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
    case 'Identifier':
    case 'MemberExpression': {
      if (node.type === 'Identifier' && node.name === 'undefined') return { value: undefined }
      const definition = definitionOf(node, constants)
      return definition && staticValue(definition.node, definition.constants, next)
    }
    default:
      return undefined
  }
}
