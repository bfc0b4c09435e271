import { pathToRegexp } from 'path-to-regexp'
import type { ESTree } from 'vite'
import type { ApplicationModule, NextApplication } from './read-application.ts'
import { type Place, bare, declaredNames, isFunction, patternNames, walk } from './source.ts'
import { constantsOf, staticValue } from './static-value.ts'

/** A module, with the meaning of its names. */
export type Scope = {
  readonly module: ApplicationModule
  /** The expressions that are assigned to each name. */
  readonly assigned: ReadonlyMap<string, readonly Place[]>
  /** Names with one value. */
  readonly values: ReadonlyMap<string, ESTree.Node>
  /** Paths that are assigned to URLs: `url.pathname = '/in'`. */
  readonly paths: ReadonlyMap<string, ESTree.Node>
}

export const memberName = (node: ESTree.Node | null | undefined): string =>
  node?.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''

/** Returns the expression after `await`, without the parentheses and types around it. */
export const awaited = (node: ESTree.Node): ESTree.Node => {
  const own = bare(node)
  return own.type === 'AwaitExpression' ? awaited(own.argument) : own
}

export function rootName(node: ESTree.Node): string {
  const start = awaited(node)
  if (start.type === 'MemberExpression') return rootName(start.object)
  if (start.type === 'CallExpression') return rootName(start.callee)
  return start.type === 'Identifier' ? start.name : ''
}

export function importedModule({ path }: ApplicationModule, specifier: string, { modules, resolve }: NextApplication) {
  const target = resolve(path, specifier)
  return target.type === 'file' ? modules.get(target.path) : undefined
}

/** The expression, function or type that a name stands for, with its module. */
export type Declared = { readonly node: ESTree.Node; readonly module: ApplicationModule }

/** Returns the declaration of a name at the top of a module, or of the module that it is imported from. */
export function declarationOf(
  name: string,
  module: ApplicationModule,
  application: NextApplication,
): Declared | undefined {
  for (const statement of module.source.program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (!node || statement.type === 'ImportDeclaration' || !declaredNames(statement).includes(name)) continue
    if (node.type === 'TSTypeAliasDeclaration') return { node: node.typeAnnotation, module }
    if (node.type === 'TSInterfaceDeclaration') return { node: node.body, module }
    if (isFunction(node)) return { node, module }
    for (const { id, init } of node.type === 'VariableDeclaration' ? node.declarations : [])
      if (id.type === 'Identifier' && id.name === name && init) return { node: init, module }
  }
  for (const { source, names, kind } of module.facts.imports) {
    const fact = kind === 'import' ? names.find(({ local }) => local === name) : undefined
    const other = fact && importedModule(module, source, application)
    if (fact && other && other !== module) return declarationOf(fact.imported, other, application)
  }
  return undefined
}

export function scopeOf(module: ApplicationModule, application: NextApplication): Scope {
  const assigned = new Map<string, Place[]>()
  const paths = new Map<string, ESTree.Node>()
  const add = (name: string, node: ESTree.Node, above: readonly ESTree.Node[]) =>
    assigned.set(name, [...(assigned.get(name) ?? []), { node, above }])
  for (const { source, names } of module.facts.imports) {
    const other = importedModule(module, source, application)
    const constants = other ? constantsOf(other.source.program) : new Map<string, ESTree.Node>()
    for (const { imported, local } of names) {
      const value = constants.get(imported)
      if (value) add(local, value, [])
    }
  }
  walk(module.source.program, (node, above) => {
    if (node.type === 'AssignmentExpression') {
      const { left, right } = node
      if (left.type === 'Identifier') add(left.name, right, [...above, node])
      if (left.type === 'MemberExpression' && left.object.type === 'Identifier' && memberName(left) === 'pathname')
        paths.set(left.object.name, right)
    } else if (node.type === 'VariableDeclarator' && node.init)
      for (const name of patternNames(node.id)) add(name, node.init, [...above, node])
  })
  const values = [...assigned].flatMap(([name, [first, ...more]]) =>
    first && more.every(({ node }) => [node, first.node].every((each) => memberName(each) === 'nextUrl'))
      ? [[name, first.node] as const]
      : [],
  )
  return { module, assigned, values: new Map(values), paths }
}

type Values = Scope['values']

/** True for the path of the request: `request.nextUrl.pathname`, and the name of a constant with it. */
function isPath(node: ESTree.Node, values: Values, depth = 0): boolean {
  const own = awaited(node)
  if (own.type === 'Identifier') {
    const value = values.get(own.name)
    if (value === undefined || depth > 5) return false
    return memberName(value) === 'nextUrl' ? own.name === 'pathname' : isPath(value, values, depth + 1)
  }
  if (own.type !== 'MemberExpression' || memberName(own) !== 'pathname') return false
  const object = awaited(own.object)
  return memberName(object) === 'nextUrl' || (object.type === 'Identifier' && object.name === 'nextUrl')
}

/** Evaluates a test of a middleware for a path; `undefined` if the test depends on more than the path. */
export function evaluate(test: ESTree.Node, path: string, values: Values, depth = 0): boolean | undefined {
  const node = awaited(test)
  if (depth > 30) return undefined
  const next = (other: ESTree.Node, more = values) => evaluate(other, path, more, depth + 1)
  const valueOf = (other: ESTree.Node | undefined) => other && staticValue(other, values)?.value
  if (node.type === 'Literal' && typeof node.value === 'boolean') return node.value
  if (node.type === 'Identifier') {
    const value = values.get(node.name)
    return value && next(value)
  }
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const value = next(node.argument)
    return value === undefined ? undefined : !value
  }
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [next(node.left), next(node.right)]
    const decisive = node.operator === '||'
    return left === decisive || right === decisive ? decisive : left === undefined ? left : right
  }
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const other = isPath(node.left, values) ? node.right : isPath(node.right, values) ? node.left : undefined
    const value = valueOf(other)
    return typeof value === 'string' ? (value === path) === node.operator.startsWith('=') : undefined
  }
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  const [argument] = node.arguments
  if (callee.type === 'Identifier') {
    const made = values.get(callee.name)
    const isMatcher = made?.type === 'CallExpression' && rootName(made.callee) === 'createRouteMatcher'
    const patterns: unknown[] = [isMatcher ? valueOf(made.arguments[0]) : undefined].flat()
    if (!patterns.every((pattern) => typeof pattern === 'string')) return undefined
    return patterns.some((pattern) => pathToRegexp(pattern).test(path))
  }
  if (callee.type !== 'MemberExpression' || !argument) return undefined
  const [method, object] = [memberName(callee), awaited(callee.object)]
  const value = valueOf(argument)
  if (isPath(object, values) && typeof value === 'string')
    return /^(startsWith|endsWith|includes)$/.test(method)
      ? path[method as 'startsWith' | 'endsWith' | 'includes'](value)
      : undefined
  const list = valueOf(object)
  if (!Array.isArray(list)) return undefined
  if (method === 'includes' && isPath(argument, values)) return list.includes(path)
  if (method !== 'some' || !isFunction(argument) || argument.body?.type === 'BlockStatement' || !argument.body)
    return undefined
  const [param] = argument.params
  const array = object.type === 'Identifier' ? values.get(object.name) : object
  if (param?.type !== 'Identifier' || array?.type !== 'ArrayExpression') return undefined
  const { body } = argument
  const results = array.elements.map((item) => item && next(body, new Map([...values, [param.name, item]])))
  return results.includes(true) ? true : results.every((result) => result === false) ? false : undefined
}
