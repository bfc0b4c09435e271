import type { ESTree } from 'vite'
import { type Function, isFunction } from '#app/from-next/imports-and-exports.ts'
import { walk } from '#app/from-next/parse-source.ts'
import { defaultName } from '#app/from-next/read-module.ts'

/** A function that is a component, by its name or as the default export. */
export type Component = {
  readonly fn: Function
  /** `undefined` for a default export without a name. */
  readonly name: string | undefined
  readonly isDefault: boolean
}

/** Returns the components of a module. */
export function componentsOf(program: ESTree.Program): Component[] {
  const exported = defaultName(program)
  const found: Component[] = []
  walk(program, (node, above) => {
    if (!isFunction(node)) return
    const parent = above.at(-1)
    const id = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : node.id
    const isDefault =
      parent?.type === 'ExportDefaultDeclaration' || (id !== null && id !== undefined && id.name === exported)
    if (isDefault || /^[A-Z]\w*[a-z]/.test(id?.name ?? '')) found.push({ fn: node, name: id?.name, isDefault })
  })
  return found
}

/** Visits what a function's body does itself, without the functions in it. */
export function walkOwn(body: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  walk(body, (inner) => {
    if (isFunction(inner)) return false
    visit(inner)
    return true
  })
}

/** Returns what a function awaits itself. */
export function awaitsOf(body: ESTree.Node): (ESTree.AwaitExpression | ESTree.ForOfStatement)[] {
  const found: (ESTree.AwaitExpression | ESTree.ForOfStatement)[] = []
  walkOwn(body, (inner) => {
    if (inner.type === 'AwaitExpression' || (inner.type === 'ForOfStatement' && inner.await)) found.push(inner)
  })
  return found
}

/** Returns the first of the names whose value a component needs itself, not in a function within it, nor as an element. */
export function callsOneOf({ body }: Function, names: ReadonlySet<string>): string | undefined {
  let found: string | undefined
  if (!body || names.size === 0) return undefined
  walk(body, (node, above) => {
    if (isFunction(node)) return false
    const parent = above.at(-1)
    const isValue =
      (parent?.type === 'MemberExpression' && parent.object === node) ||
      ((parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node) ||
      (parent?.type === 'JSXExpressionContainer' && above.at(-2)?.type === 'JSXElement')
    if (node.type === 'Identifier' && names.has(node.name) && isValue) found ??= node.name
    return true
  })
  return found
}
