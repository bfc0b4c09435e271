import type { ESTree } from 'vite'
import { type Function, isFunction } from '#app/from-next/imports-and-exports.ts'
import { walk } from '#app/from-next/walk.ts'

/** A function that is a component, by its name or as the default export. */
export type Component = {
  readonly fn: Function
  /** `undefined` for a default export without a name. */
  readonly name: string | undefined
  readonly isDefault: boolean
}

/** Returns the name of a default export that is declared elsewhere in the module. */
export function defaultName({ body }: ESTree.Program): string | undefined {
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration' && node.declaration.type === 'Identifier') return node.declaration.name
  }
  return undefined
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

const withoutParentheses = (node: ESTree.Node): ESTree.Node =>
  node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node

/** Returns true for `params`, `searchParams` and `props.params`. */
export function isPageProp(node: ESTree.Node): boolean {
  const inner = withoutParentheses(node)
  const name = inner.type === 'MemberExpression' ? inner.property : inner
  return name.type === 'Identifier' && /^(params|searchParams)$/.test(name.name)
}
