import type { ESTree } from 'vite'
import { COMPUTED, addressIn } from './addresses.ts'
import { type ImportFact, exportsOf, importsOf } from './imports-and-exports.ts'
import { type Function, type Range, type Source, isFunction, isReference, propertyOf, walk } from './source.ts'
import { type Constants } from './static-value.ts'

/** A call of an imported name: `next/navigation#redirect`, `next/navigation#useRouter().push`. */
export type CallFact = {
  readonly line: number
  readonly name: string
  readonly node: ESTree.CallExpression
  readonly above: readonly ESTree.Node[]
  readonly isAction: boolean
}

/** An element of an imported name: `next/link#default`; `<a>`, `<head>`, `<html>`: `global#a`. */
type ElementFact = { readonly line: number; readonly name: string; readonly node: ESTree.JSXElement }

/** A function with 'use server', or an export of a module with it. */
type ActionFact = { readonly name: string; readonly line: number; readonly params: string }

export type ModuleFacts = ReturnType<typeof readModule>

const DIRECTIVE = /^use (client|server|cache.*)$/

function directivesOf(body: readonly ESTree.Node[]): ESTree.Directive[] {
  return body.filter(
    (node): node is ESTree.Directive => node.type === 'ExpressionStatement' && 'directive' in node && !!node.directive,
  )
}

function functionDirectives(node: Function): ESTree.Directive[] {
  return node.body?.type === 'BlockStatement' ? directivesOf(node.body.body) : []
}

const HOLDS_VALUES = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TS(Enum|Export|ParameterProperty)/

/** True for a name that is used as a value: it is in no type and in no import. */
const isValue = (node: ESTree.Node, above: readonly ESTree.Node[]) =>
  isReference(node, above) &&
  !/^Import|^Export(Specifier|All)/.test(above.at(-1)?.type ?? 'Import') &&
  above.every(({ type }) => !type.startsWith('TS') || HOLDS_VALUES.test(type))

/** Returns the name of a call of `require`, or of `fetch` with options for a cache. */
function globalCall({ callee, arguments: [, options] }: ESTree.CallExpression): string | undefined {
  if (callee.type !== 'Identifier') return undefined
  if (callee.name === 'require') return 'global#require'
  const isCached = propertyOf(options, 'next') !== undefined || propertyOf(options, 'cache') !== undefined
  return callee.name === 'fetch' && isCached ? 'global#fetch' : undefined
}

const isEnvironment = (node: ESTree.Node | null | undefined): boolean =>
  node?.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'process' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'env'

/** Members of the result of next-intl's `createNavigation`, by their counterparts in Next.js. */
const NAVIGATION: Readonly<Record<string, readonly [source: string, imported: string]>> = {
  Link: ['next/link', 'default'],
  useRouter: ['next/navigation', 'useRouter'],
  usePathname: ['next/navigation', 'usePathname'],
  redirect: ['next/navigation', 'redirect'],
  permanentRedirect: ['next/navigation', 'permanentRedirect'],
}

/** Returns an import of next-intl's navigation as imports of Next.js, one for each name. */
function asNextImports(fact: ImportFact): ImportFact[] {
  return fact.names.map(({ imported, local }) => {
    const [source, name] = NAVIGATION[imported] ?? ['next-intl/navigation', imported]
    return { ...fact, source, names: [{ imported: name, local }] }
  })
}

/**
 * Returns the names of Next.js that a module imports, exports, calls and renders, without running it. `isNavigation`
 * returns true for an import of the module that calls `createNavigation` of next-intl.
 */
export function readModule(
  source: Source,
  isNavigation: (specifier: string) => boolean = () => false,
  constants: Constants = new Map(),
) {
  const { program, lineAt } = source
  const imports = importsOf(source).flatMap((fact) =>
    fact.kind === 'import' && isNavigation(fact.source) ? asNextImports(fact) : [fact],
  )
  const locals = new Map(
    imports.flatMap(({ source: from, names, kind }) =>
      kind === 'import' ? names.map(({ imported, local }) => [local, `${from}#${imported}`] as const) : [],
    ),
  )
  const isActionModule = directivesOf(program.body).some(({ directive }) => directive === 'use server')
  const directives: { readonly line: number; readonly text: string; readonly isModule: boolean }[] = []
  const calls: CallFact[] = []
  const elements: ElementFact[] = []
  const actions: ActionFact[] = []
  const variables: { readonly line: number; readonly name: string }[] = []
  /** Names of variables with the result of a call: `router` of `useRouter()`. */
  const results = new Map<string, string>()

  const nameOf = (callee: ESTree.Node): string | undefined => {
    if (callee.type === 'Identifier') return locals.get(callee.name)
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
    const { object, property } = callee
    if (object.type === 'Identifier') {
      const result = results.get(object.name) ?? locals.get(object.name)
      return result && (result.endsWith('#*') ? `${result.slice(0, -1)}${property.name}` : `${result}.${property.name}`)
    }
    const called = object.type === 'CallExpression' ? nameOf(object.callee) : undefined
    return called && `${called}().${property.name}`
  }

  const addAction = (name: string, { start }: Range, params: readonly Range[]) => {
    const line = lineAt(start)
    if (!actions.some((action) => action.name === name && action.line === line))
      actions.push({ name, line, params: params.map((each) => source.text.slice(each.start, each.end)).join(', ') })
  }
  const addVariable = (name: string, node: Range) => {
    if (name !== 'NODE_ENV') variables.push({ line: lineAt(node.start), name })
  }

  /** Names that are used other than as types. */
  const values = new Set<string>()

  walk(program, (node, above) => {
    if (isReference(node, above) && isValue(node, above)) values.add(node.name)
    if (node.type === 'ExpressionStatement' && 'directive' in node && node.directive) {
      const isModule = above.length === 1
      const { directive } = node
      if (DIRECTIVE.test(directive)) directives.push({ line: lineAt(node.start), text: directive, isModule })
    } else if (node.type === 'ImportExpression') {
      const from = addressIn(node.source)
      if (from !== undefined && !from.startsWith(COMPUTED))
        imports.push({ line: lineAt(node.start), source: from, kind: 'dynamic', isType: false, names: [] })
    } else if (node.type === 'VariableDeclarator') {
      const { id, init } = node
      const called = init?.type === 'CallExpression' ? nameOf(init.callee) : undefined
      if (called && id.type === 'Identifier') results.set(id.name, `${called}()`)
      if (id.type === 'ObjectPattern' && isEnvironment(init))
        for (const property of id.properties)
          if (property.type === 'Property' && property.key.type === 'Identifier')
            addVariable(property.key.name, property)
    } else if (node.type === 'CallExpression') {
      const name = nameOf(node.callee) ?? globalCall(node)
      if (name === undefined) return
      const isAction =
        isActionModule ||
        above.some(
          (parent) =>
            isFunction(parent) && functionDirectives(parent).some(({ directive }) => directive === 'use server'),
        )
      calls.push({ line: lineAt(node.start), name, node, above: [...above], isAction })
    } else if (node.type === 'JSXElement') {
      const { name: id } = node.openingElement
      const tag = id.type === 'JSXIdentifier' ? id.name : ''
      const name = locals.get(tag) ?? (/^(a|head|html)$/.test(tag) ? `global#${tag}` : undefined)
      if (name !== undefined) elements.push({ line: lineAt(node.start), name, node })
    } else if (node.type === 'MemberExpression') {
      const { object, property, computed } = node
      const name = property.type === 'Identifier' && !computed ? property.name : undefined
      const given = property.type === 'Literal' && typeof property.value === 'string' ? property.value : name
      if (given !== undefined && (isEnvironment(object) || given.startsWith('NEXT_PUBLIC_'))) addVariable(given, node)
    } else if (isFunction(node) && functionDirectives(node).some(({ directive }) => directive === 'use server')) {
      const parent = above.at(-1)
      const id = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : node.id
      addAction(id?.name ?? 'without a name', node, node.params)
    }
  })
  const exports = exportsOf(source, constants)
  // Every export of such a module is an action, even if a function of a library creates it.
  if (isActionModule)
    for (const { name, fn, node } of exports.values()) {
      if (fn) addAction(name, fn, fn.params)
      else if (node?.type === 'CallExpression') addAction(name, node, node.arguments)
    }
  return { directives, imports, exports, calls, elements, actions, values, variables }
}

/** True for a page that responds with not-found to params that it does not list. */
export const allowsKnownParams = ({ exports }: ModuleFacts): boolean =>
  exports.get('dynamicParams')?.value?.value === false && exports.get('generateStaticParams')?.fn?.params.length === 0
