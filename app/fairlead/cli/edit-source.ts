import { parseSync } from 'vite'

/** A node of a syntax tree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A place in a source, and its new text. */
export type Edit = { start: number; end: number; text: string }

/** True if a value of a syntax tree is one of its nodes. */
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns all nodes of a value, an outer one before those in it. */
export function* nodesBelow(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  for (const child of Object.values(value)) yield* nodesBelow(child)
}

/** Returns the nodes of a module; none if it does not parse. */
export const nodesIn = (path: string, source: string): Node[] => [...nodesBelow(parseSync(path, source).program)]

/** Returns the nodes of a list in a node, such as `arguments`. */
export const listOf = (node: Node | undefined, name: string): Node[] => {
  const list = node?.[name]
  return Array.isArray(list) ? list.filter(isNode) : []
}

/** Returns a node in another one, such as `callee`. */
export const childOf = (node: Node | undefined, name: string): Node | undefined => {
  const child = node?.[name]
  return isNode(child) ? child : undefined
}

/** Returns the name of an identifier, or the text of a literal. */
export const nameOf = (node: Node | undefined): string | undefined => (node?.name ?? textOf(node)) as string | undefined

/** Returns the text of a literal. */
export const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** Returns the object that is the first argument of the first call of a function. */
export function optionsOf(nodes: readonly Node[], name: string): Node | undefined {
  const call = nodes.find((node) => node.type === 'CallExpression' && nameOf(childOf(node, 'callee')) === name)
  const [options] = listOf(call, 'arguments')
  return options?.type === 'ObjectExpression' ? options : undefined
}

/** Returns a property of an object. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  listOf(object, 'properties').find((property) => nameOf(childOf(property, 'key')) === name)

/** Returns the edit that adds items to an array, or to the end of an object. */
export function append(list: Node, name: 'elements' | 'properties', text: string): Edit {
  const last = listOf(list, name).at(-1)
  const end = last?.end ?? list.start + 1
  return { start: end, end, text: last ? `, ${text}` : name === 'elements' ? text : ` ${text} ` }
}

/** Returns a source with its edits. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source)
}
