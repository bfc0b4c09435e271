import type { ESTree } from 'vite'
import { bare, propertyOf } from './source.ts'

/** A value that the source contains as a constant; `undefined` if it has to be computed. */
export type StaticValue = { readonly value: unknown } | undefined

type ImportedConstant = { readonly type: 'Imported'; readonly node: ESTree.Node; readonly constants: Constants }

export type Constants = ReadonlyMap<string, ESTree.Node | ImportedConstant>

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

/** The depth of values, and their total number: constants may refer to each other many times. */
const VALUES = { depth: 100, nodes: 50_000 }

/** Returns the expression that a name, or a member of a constant object, stands for. */
function definitionOf(given: ESTree.Node, constants: Constants, depth = 0): ImportedConstant | undefined {
  if (depth > VALUES.depth) return undefined
  const node = bare(given)
  if (node.type === 'Identifier') {
    const found = constants.get(node.name)
    const { node: own, constants: known } = found?.type === 'Imported' ? found : { node: found, constants }
    return own && definitionOf(own, known, depth + 1)
  }
  if (node.type !== 'MemberExpression') return { type: 'Imported', node, constants }
  const object = definitionOf(node.object, constants, depth + 1)
  if (object?.node.type !== 'ObjectExpression' || node.property.type !== 'Identifier' || node.computed) return undefined
  const value = propertyOf(object.node, node.property.name)
  // A spread object may have a member of the same name.
  if (!value || object.node.properties.some(({ type }) => type === 'SpreadElement')) return undefined
  return definitionOf(value, object.constants, depth + 1)
}

type Budget = { readonly depth: number; readonly nodes: { left: number } }

/** Evaluates literals, objects, lists, templates and constants of the module. Runs nothing. */
export function staticValue(
  given: ESTree.Node,
  constants: Constants,
  { depth, nodes }: Budget = { depth: 0, nodes: { left: VALUES.nodes } },
): StaticValue {
  nodes.left -= 1
  if (depth > VALUES.depth || nodes.left < 0) return undefined
  const valueOf = (inner: ESTree.Node) => staticValue(inner, constants, { depth: depth + 1, nodes })
  const node = bare(given)
  switch (node.type) {
    case 'Literal':
      return 'regex' in node && node.regex ? undefined : { value: node.value }
    case 'TemplateLiteral': {
      const texts = node.expressions.map((expression) => valueOf(expression)?.value)
      if (!texts.every((text) => typeof text === 'string' || typeof text === 'number')) return undefined
      return { value: node.quasis.map(({ value }, index) => `${value.cooked}${texts[index] ?? ''}`).join('') }
    }
    case 'ArrayExpression': {
      const lists = node.elements.map((element) => {
        if (element?.type === 'SpreadElement') return valueOf(element.argument)?.value
        const value = element && valueOf(element)
        return value && [value.value]
      })
      return lists.every((list) => Array.isArray(list)) ? { value: lists.flat() as unknown[] } : undefined
    }
    case 'ObjectExpression': {
      const lists = node.properties.map((property): [string, unknown][] | undefined => {
        if (property.type === 'SpreadElement') {
          const spread = valueOf(property.argument)?.value
          return typeof spread === 'object' && spread !== null ? Object.entries(spread) : undefined
        }
        const { key, computed } = property
        const name = key.type === 'Identifier' && !computed ? key.name : valueOf(key)?.value
        const value = valueOf(property.value)
        return typeof name === 'string' && value ? [[name, value.value]] : undefined
      })
      return lists.every((list) => list !== undefined) ? { value: Object.fromEntries(lists.flat()) } : undefined
    }
    case 'UnaryExpression': {
      const argument = valueOf(node.argument)
      if (argument === undefined) return undefined
      if (node.operator === '-') return { value: -Number(argument.value) }
      return node.operator === '!' ? { value: !argument.value } : undefined
    }
    case 'NewExpression': {
      const [argument] = node.arguments
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL' && node.arguments.length === 1
      const text = isUrl && argument ? valueOf(argument)?.value : undefined
      return typeof text === 'string' && URL.canParse(text) ? { value: text } : undefined
    }
    case 'Identifier':
    case 'MemberExpression': {
      if (node.type === 'Identifier' && node.name === 'undefined') return { value: undefined }
      const definition = definitionOf(node, constants)
      return definition && staticValue(definition.node, definition.constants, { depth: depth + 1, nodes })
    }
    default:
      return undefined
  }
}
