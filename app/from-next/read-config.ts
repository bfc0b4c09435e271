import type { ESTree } from 'vite'
import type { Source } from '#app/from-next/parse-source.ts'
import { isFunction } from '#app/from-next/imports-and-exports.ts'
import { constantsOf, staticValue, type StaticValue } from '#app/from-next/static-value.ts'

/** A key of `next.config`, with its value, or with what its function returns. */
export type ConfigEntry = { readonly line: number; readonly value: StaticValue }

export type NextConfig = { readonly path: string; readonly entries: ReadonlyMap<string, ConfigEntry> }

/** Returns what a function returns at its end. */
function returned(node: ESTree.Node): ESTree.Node | undefined {
  if (!isFunction(node)) return undefined
  if (node.body?.type !== 'BlockStatement') return node.body ?? undefined
  const last = node.body.body.at(-1)
  return last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined
}

/** Returns the object of a config: behind names, functions, types, and plugins such as `withMDX(config)`. */
function configObject(
  node: ESTree.Node | undefined,
  named: ReadonlyMap<string, ESTree.Node>,
  depth = 0,
): ESTree.ObjectExpression | undefined {
  if (!node || depth > 20) return undefined
  if (node.type === 'ObjectExpression') return node
  if (node.type === 'Identifier') return configObject(named.get(node.name), named, depth + 1)
  if (node.type === 'CallExpression') {
    for (const argument of node.arguments) {
      const found = configObject(argument, named, depth + 1)
      if (found) return found
    }
    return undefined
  }
  if ('expression' in node && typeof node.expression === 'object')
    return configObject(node.expression, named, depth + 1)
  return configObject(returned(node), named, depth + 1)
}

/** Returns the default export, or what is assigned to `module.exports`. */
function exportedNode({ program }: Source): ESTree.Node | undefined {
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') return node.declaration
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') continue
    const { left, right } = node.expression
    if (left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'exports')
      return right
  }
  return undefined
}

/** Reads `next.config` as text. What has to be computed has no value. */
export function readConfig(source: Source): NextConfig {
  const named = new Map<string, ESTree.Node>(constantsOf(source.program))
  for (const node of source.program.body)
    if (node.type === 'FunctionDeclaration' && node.id) named.set(node.id.name, node)
  const constants = constantsOf(source.program)
  const entries = new Map<string, ConfigEntry>()
  for (const property of configObject(exportedNode(source), named)?.properties ?? []) {
    if (property.type !== 'Property' || property.computed) continue
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    if (name === undefined) continue
    const value = isFunction(property.value) ? returned(property.value) : property.value
    entries.set(name, { line: source.lineAt(property.start), value: value && staticValue(value, constants) })
  }
  return { path: source.path, entries }
}
