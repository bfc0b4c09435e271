import type { ESTree } from 'vite'
import {
  type ExportFact,
  exportsOf,
  type Function,
  importFact,
  type ImportFact,
  isFunction,
  type Place,
  defaultName,
} from '#app/from-next/module-parts.ts'
import { type Source, walk, isReference, propertyOf } from '#app/from-next/source.ts'

/** A call of something imported: `next/navigation#redirect`, `next/navigation#useRouter().push`. */
export type CallFact = Place & {
  readonly name: string
  readonly node: ESTree.CallExpression
  /** The function at the top level of the module that it is in; `default` for that which is exported. */
  readonly within: string | undefined
  /** True inside a server action. */
  readonly isAction: boolean
}

/** An element of something imported: `next/link#default`. */
export type ElementFact = Place & {
  readonly name: string
  readonly node: ESTree.JSXOpeningElement
  readonly local: string
  readonly closing: ESTree.JSXClosingElement | undefined
}

export type ModuleFacts = {
  readonly directives: readonly (Place & { readonly text: string; readonly isModule: boolean })[]
  readonly imports: readonly ImportFact[]
  readonly exports: readonly ExportFact[]
  readonly calls: readonly CallFact[]
  readonly elements: readonly ElementFact[]
  /** Names that are used other than as types. */
  readonly values: ReadonlySet<string>
  /** True if a router of `useRouter` is taken apart or passed on, and not only asked to navigate. */
  readonly passesRouter: boolean
  /** `<html>`, `<head>` and `<body>` of a root layout. */
  readonly documentElements: readonly (Place & { readonly name: string; readonly node: ESTree.JSXElement })[]
  /** `NEXT_PUBLIC_*` variables. */
  readonly variables: readonly (Place & { readonly name: string })[]
  /** Params of the query that a page reads, each with its type as written. */
  readonly search: readonly (Place & { readonly name: string; readonly type: string })[]
}

const DIRECTIVE = /^use (client|server|cache.*)$/

function directivesOf(body: readonly ESTree.Node[]): ESTree.Directive[] {
  return body.filter(
    (node): node is ESTree.Directive => node.type === 'ExpressionStatement' && 'directive' in node && !!node.directive,
  )
}

/** Returns the directives of a function's body. */
function functionDirectives(node: Function): ESTree.Directive[] {
  return node.body?.type === 'BlockStatement' ? directivesOf(node.body.body) : []
}

/** Returns the name of the function at the top level that contains a node. */
function topFunction(above: readonly ESTree.Node[], exportedDefault: string | undefined): string | undefined {
  // The program, then a statement.
  if (above[1]?.type === 'ExportDefaultDeclaration') return 'default'
  for (const node of above.slice(1, 4)) {
    const id = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator' ? node.id : undefined
    if (id?.type === 'Identifier') return id.name === exportedDefault ? 'default' : id.name
  }
  return undefined
}

/** Returns the members of a type literal, or of `Promise` of one. */
function membersOf(node: ESTree.TSType | undefined): readonly ESTree.TSSignature[] {
  if (node?.type === 'TSTypeLiteral') return node.members
  return node?.type === 'TSTypeReference' ? membersOf(node.typeArguments?.params[0]) : []
}

/** Returns true for `searchParams`, `await searchParams`, `use(searchParams)` and `props.searchParams`. */
function isSearch(node: ESTree.Node | null | undefined): boolean {
  if (node?.type === 'AwaitExpression') return isSearch(node.argument)
  if (node?.type === 'CallExpression') return node.arguments.length === 1 && isSearch(node.arguments[0])
  if (node?.type === 'ParenthesizedExpression' || node?.type === 'TSAsExpression') return isSearch(node.expression)
  if (node?.type === 'MemberExpression')
    return node.property.type === 'Identifier' && node.property.name === 'searchParams'
  return node?.type === 'Identifier' && node.name === 'searchParams'
}

/** Nodes of TypeScript that hold expressions. */
const HOLDS_VALUES = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TS(Enum|Export|ParameterProperty)/

/** True for a name that stands for a value: it is in no type and in no import. */
const isValue = (node: ESTree.Node, above: readonly ESTree.Node[]) =>
  isReference(node, above) &&
  !/^Import|^Export(Specifier|All)/.test(above.at(-1)?.type ?? 'Import') &&
  above.every(({ type }) => !type.startsWith('TS') || HOLDS_VALUES.test(type))

/** True for a router of which a method is called, or that is in a list such as that of an effect. */
function isAsked(above: readonly ESTree.Node[]): boolean {
  const [parent, outer] = [above.at(-1), above.at(-2)]
  if (parent?.type === 'MemberExpression') return outer?.type === 'CallExpression' && outer.callee === parent
  return parent?.type === 'ArrayExpression' || parent?.type === 'VariableDeclarator'
}

/** Returns the name of a call of `require`, or of `fetch` with options for a cache. */
function globalCall({ callee, arguments: [, options] }: ESTree.CallExpression): string | undefined {
  if (callee.type !== 'Identifier') return undefined
  if (callee.name === 'require') return 'global#require'
  const isCached = propertyOf(options, 'next') !== undefined || propertyOf(options, 'cache') !== undefined
  return callee.name === 'fetch' && isCached ? 'global#fetch' : undefined
}

/** Members of the result of next-intl's `createNavigation`, by what they stand for. */
const NAVIGATION: Readonly<Record<string, readonly [source: string, imported: string]>> = {
  Link: ['next/link', 'default'],
  useRouter: ['next/navigation', 'useRouter'],
  usePathname: ['next/navigation', 'usePathname'],
  redirect: ['next/navigation', 'redirect'],
  permanentRedirect: ['next/navigation', 'permanentRedirect'],
}

/** Returns an import of the navigation of next-intl as imports of Next.js, a name each. */
function asNextImports(fact: ImportFact): ImportFact[] {
  return fact.names.map(({ imported, local }) => {
    const [source, name] = NAVIGATION[imported] ?? ['next-intl/navigation', imported]
    return { ...fact, source, isIntl: true, names: [{ imported: name, local }] }
  })
}

/**
 * Returns what a module imports, exports, calls and renders of Next.js, without running it.
 *
 * @param isNavigation returns true for an import of the module that calls `createNavigation` of next-intl
 */
export function readModule(source: Source, isNavigation: (specifier: string) => boolean = () => false): ModuleFacts {
  const { program, lineAt, text } = source
  const place = ({ start, end }: { start: number; end: number }): Place => ({ line: lineAt(start), start, end })
  const imports = program.body
    .flatMap((node) => importFact(node, place) ?? [])
    .flatMap((fact) => (fact.kind === 'import' && isNavigation(fact.source) ? asNextImports(fact) : [fact]))
  const locals = new Map(
    imports.flatMap(({ source: from, names, kind }) =>
      kind === 'import' ? names.map(({ imported, local }) => [local, `${from}#${imported}`] as const) : [],
    ),
  )
  const exportedDefault = defaultName(program)
  const isActionModule = directivesOf(program.body).some(({ directive }) => directive === 'use server')
  const directives: ModuleFacts['directives'][number][] = []
  const calls: CallFact[] = []
  const elements: ElementFact[] = []
  const variables: ModuleFacts['variables'][number][] = []
  const search = new Map<string, ModuleFacts['search'][number]>()
  const addSearch = (node: ESTree.Node, name: string, type = 'string | string[] | undefined') => {
    if (!search.has(name)) search.set(name, { ...place(node), name, type })
  }
  const addPattern = (pattern: ESTree.Node) => {
    if (pattern.type !== 'ObjectPattern') return
    for (const property of pattern.properties) {
      if (property.type === 'Property' && property.key.type === 'Identifier') addSearch(property, property.key.name)
    }
  }
  /** Names of variables with the result of a call: `router` of `useRouter()`. */
  const results = new Map<string, string>()
  const searchVariables = new Set<string>()
  const documentElements: ModuleFacts['documentElements'][number][] = []

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

  const values = new Set<string>()
  let passesRouter = false
  const isRouter = (name: string | undefined) => name === 'next/navigation#useRouter'

  walk(program, (node, above) => {
    if (isReference(node, above) && isValue(node, above)) {
      values.add(node.name)
      if (results.get(node.name) === 'next/navigation#useRouter()') passesRouter ||= !isAsked(above)
    }
    if (node.type === 'CallExpression' && isRouter(nameOf(node.callee))) {
      const parent = above.at(-1)
      const isNamed = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      if (!isNamed && parent?.type !== 'MemberExpression') passesRouter = true
    }
    if (node.type === 'ExpressionStatement' && 'directive' in node && node.directive) {
      const isModule = above.length === 1
      const { directive } = node
      if (DIRECTIVE.test(directive)) directives.push({ ...place(node), text: directive, isModule })
    } else if (node.type === 'ImportExpression') {
      const fact = importFact(node, place)
      if (fact) imports.push(fact)
    } else if (node.type === 'VariableDeclarator') {
      const { id, init } = node
      const called = init?.type === 'CallExpression' ? nameOf(init.callee) : undefined
      if (called && id.type === 'Identifier') results.set(id.name, `${called}()`)
      const value = init?.type === 'TSAsExpression' ? init.expression : init
      if (isSearch(init) || (value?.type === 'Identifier' && searchVariables.has(value.name))) {
        addPattern(id)
        if (id.type === 'Identifier') searchVariables.add(id.name)
      }
    } else if (node.type === 'CallExpression') {
      const name = nameOf(node.callee) ?? globalCall(node)
      if (name === undefined) return
      const isAction =
        isActionModule ||
        above.some(
          (parent) =>
            isFunction(parent) && functionDirectives(parent).some(({ directive }) => directive === 'use server'),
        )
      calls.push({ ...place(node), name, node, within: topFunction(above, exportedDefault), isAction })
    } else if (node.type === 'JSXOpeningElement') {
      const local = node.name.type === 'JSXIdentifier' ? node.name.name : undefined
      const name = local === undefined ? undefined : locals.get(local)
      const parent = above.at(-1)
      if (local !== undefined && /^(html|head|body)$/.test(local) && parent?.type === 'JSXElement')
        documentElements.push({ ...place(parent), name: local, node: parent })
      if (name !== undefined && local !== undefined) {
        const element = above.at(-1)
        const closing = (element?.type === 'JSXElement' && element.closingElement) || undefined
        elements.push({ ...place(node), name, node, local, closing })
      }
    } else if (node.type === 'MemberExpression') {
      const { object, property } = node
      if (property.type === 'Identifier' && property.name.startsWith('NEXT_PUBLIC_')) {
        variables.push({ ...place(node), name: property.name })
      }
      const isVariable = object.type === 'Identifier' && searchVariables.has(object.name)
      const isParam = isSearch(object) && object.type !== 'CallExpression'
      if ((isVariable || isParam) && property.type === 'Identifier' && !node.computed) {
        const parent = above.at(-1)
        const isMethod = parent?.type === 'CallExpression' && parent.callee === node
        if (!isMethod) addSearch(node, property.name)
      }
    } else if (
      node.type === 'TSPropertySignature' &&
      node.key.type === 'Identifier' &&
      node.key.name === 'searchParams'
    ) {
      for (const member of membersOf(node.typeAnnotation?.typeAnnotation)) {
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
        const type = member.typeAnnotation?.typeAnnotation
        addSearch(member, member.key.name, type ? text.slice(type.start, type.end) : undefined)
      }
    }
  })
  return {
    directives,
    imports,
    exports: exportsOf(source, place),
    calls,
    elements,
    values,
    passesRouter,
    documentElements,
    variables,
    search: [...search.values()],
  }
}
