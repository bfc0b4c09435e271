import type { ESTree } from 'vite'
import {
  type Source,
  walk,
  declaredNames,
  type Edit,
  isWithin,
  type Range,
  referencesOf,
} from '#app/from-next/source.ts'
import { type StaticValue, type Constants, constantsOf, staticValue } from '#app/from-next/static-value.ts'

export type Place = { readonly line: number; readonly start: number; readonly end: number }

export type ImportFact = Place & {
  readonly source: string
  /** Where the name of the module stands in the text, within its quotes. */
  readonly sourceStart: number
  readonly kind: 'import' | 'export' | 'dynamic'
  readonly isType: boolean
  /** True for what `createNavigation` of next-intl returns: its addresses have no language. */
  readonly isIntl?: true
  /** Names of the module, each with the name here; `*` for all. */
  readonly names: readonly { readonly imported: string; readonly local: string }[]
}

export type ExportFact = Place & {
  readonly name: string
  readonly isFunction: boolean
  readonly isAsync: boolean
  /** Names of the props of a component; `*` if it takes all. */
  readonly props: readonly string[]
  /** Params of a function. */
  readonly arity: number
  readonly value: StaticValue
  /** Members of an object whose values have to be computed; `value` has the others. */
  readonly computed: readonly string[]
  /** The expression or declaration; `undefined` for an export from another module. */
  readonly node: ESTree.Node | undefined
}

export type Function = ESTree.Function | ESTree.ArrowFunctionExpression

export function isFunction(node: ESTree.Node | null | undefined): node is Function {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  )
}

function importedName(specifier: ESTree.ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
}

const isTypeSpecifier = (specifier: ESTree.ImportDeclarationSpecifier) =>
  specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'

/** Reads an import or an export from another module. */
export function importFact(node: ESTree.Node, place: (node: ESTree.Node) => Place): ImportFact | undefined {
  if (node.type === 'ImportDeclaration') {
    const { specifiers, source } = node
    const isType = node.importKind === 'type' || (specifiers.length > 0 && specifiers.every(isTypeSpecifier))
    const names = specifiers.map((specifier) => ({ imported: importedName(specifier), local: specifier.local.name }))
    return { ...place(node), source: source.value, sourceStart: source.start + 1, kind: 'import', isType, names }
  }
  if (node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
    const { source, exportKind } = node
    if (!source) return undefined
    const isType = exportKind === 'type'
    const names = (node.type === 'ExportNamedDeclaration' ? node.specifiers : []).map(({ local, exported }) => ({
      imported: nameOfExport(local),
      local: nameOfExport(exported),
    }))
    return { ...place(node), source: source.value, sourceStart: source.start + 1, kind: 'export', isType, names }
  }
  if (node.type === 'ImportExpression' && node.source.type === 'Literal' && typeof node.source.value === 'string') {
    const { source } = node
    const sourceStart = source.start + 1
    return { ...place(node), source: source.value, sourceStart, kind: 'dynamic', isType: false, names: [] }
  }
  return undefined
}

/** Returns the names of the props that a component takes. */
function propsOf(node: Function): string[] {
  const [first] = node.params
  if (!first) return []
  if (first.type !== 'ObjectPattern') return ['*']
  return first.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '*',
  )
}

/** Evaluates an export. Of an object, the members that can be. */
function valueOf(node: ESTree.Node | null | undefined, constants: Constants): Pick<ExportFact, 'value' | 'computed'> {
  const value = node ? staticValue(node, constants) : undefined
  const inner = node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression' ? node.expression : node
  if (value || inner?.type !== 'ObjectExpression') return { value, computed: [] }
  const known: [string, unknown][] = []
  const computed: string[] = []
  for (const item of inner.properties) {
    const name =
      item.type === 'Property' && item.key.type === 'Identifier' && !item.computed ? item.key.name : undefined
    const member = item.type === 'Property' ? staticValue(item.value, constants) : undefined
    if (name !== undefined && member) known.push([name, member.value])
    else computed.push(name ?? '...')
  }
  return { value: known.length > 0 ? { value: Object.fromEntries(known) } : undefined, computed }
}

/** Returns what a module exports. */
export function exportsOf(source: Source, place: (node: ESTree.Node) => Place, imported: Constants): ExportFact[] {
  const own = constantsOf(source.program)
  const constants: Constants = new Map([...imported, ...own])
  const functions = new Map(
    source.program.body.flatMap((node) =>
      node.type === 'FunctionDeclaration' && node.id ? [[node.id.name, node]] : [],
    ),
  )
  const fact = (name: string, at: ESTree.Node, node: ESTree.Node | null | undefined): ExportFact => {
    const value = node?.type === 'Identifier' ? (functions.get(node.name) ?? own.get(node.name) ?? node) : node
    return {
      ...place(at),
      name,
      isFunction: isFunction(value),
      isAsync: isFunction(value) && value.async,
      props: isFunction(value) ? propsOf(value) : ['*'],
      arity: isFunction(value) ? value.params.length : 0,
      ...valueOf(value, constants),
      node: value ?? undefined,
    }
  }
  return source.program.body.flatMap((node): ExportFact[] => {
    if (node.type === 'ExportDefaultDeclaration') return [fact('default', node, node.declaration)]
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    const { declaration } = node
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id, init }) => {
        if (id.type === 'Identifier') return [fact(id.name, node, init)]
        if (id.type !== 'ObjectPattern') return []
        return id.properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [fact(property.key.name, node, null)]
            : [],
        )
      })
    }
    if (isFunction(declaration)) return declaration.id ? [fact(declaration.id.name, node, declaration)] : []
    return node.specifiers.flatMap(({ local, exported }) =>
      exported.type === 'Identifier' ? [fact(exported.name, node, node.source ? null : local)] : [],
    )
  })
}

/** Returns the text of a name in an import or an export, which may be a string. */
export const nameOfExport = (node: ESTree.ModuleExportName): string =>
  node.type === 'Literal' ? node.value : node.name

/**
 * Returns what a module exports as types: names, and exports of other modules that may be.
 *
 * @returns names that are types, and names of other modules by their name here; `*` for all
 */
export function typeExportsOf({ program, record }: Source): {
  types: ReadonlySet<string>
  others: readonly { readonly source: string; readonly imported: string; readonly exported: string }[]
} {
  const types = new Set<string>()
  const others: { source: string; imported: string; exported: string }[] = []
  const nameIn = ({ kind, name }: { kind: string; name: string | null }) =>
    name ?? (kind === 'Default' ? 'default' : '*')
  const declared = new Set(program.body.flatMap((node) => (isTypeDeclaration(node) ? declaredNames(node) : [])))
  for (const { isType, exportName, importName, localName, moduleRequest } of record.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    const exported = nameIn(exportName)
    if (isType || (!moduleRequest && declared.has(localName.name ?? ''))) types.add(exported)
    else if (moduleRequest) others.push({ source: moduleRequest.value, imported: nameIn(importName), exported })
  }
  for (const node of program.body)
    if (node.type === 'ExportDefaultDeclaration' && isTypeDeclaration(node.declaration)) types.add('default')
  return { types, others }
}

const isTypeDeclaration = ({ type }: ESTree.Node) =>
  type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration'

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

/** Statements of a module's top level, by what needs them. What is in neither is left out. */
export type ModuleParts = {
  /** The page, on the server and in the browser. */
  readonly client: ReadonlySet<ESTree.Node>
  /** The part that the page awaits, on the server alone. */
  readonly server: ReadonlySet<ESTree.Node>
}

/** Exports of a page or layout that Next.js reads. */
const NEXT_EXPORTS =
  /^(metadata|generateMetadata|viewport|generateViewport|generateStaticParams|revalidate|dynamic|dynamicParams|fetchCache|runtime|preferredRegion|maxDuration|experimental_ppr)$/

/** Returns true for a statement that only declares: nothing is lost without it if nothing uses its names. */
function isDeclaration(statement: ESTree.Node): boolean {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.length > 0
  if (statement.type === 'ExportNamedDeclaration') {
    const names = declaredNames(statement)
    return names.length > 0 && names.every((name) => NEXT_EXPORTS.test(name))
  }
  return /^(FunctionDeclaration|VariableDeclaration|ClassDeclaration|TS\w+Declaration)$/.test(statement.type)
}

/** Parts of a module's text, by what needs them. */
export type Parts = {
  /** Run by the server. Some of them are shown by the browser as well. */
  readonly server: readonly Range[]
  readonly kept: readonly Range[]
  /** Within them: shown by the browser alone. */
  readonly shown: readonly Range[]
  /** Left out. */
  readonly dropped: readonly Range[]
}

/**
 * Divides the top level of a module, of which parts are moved into functions of the server.
 *
 * @param called names that these functions use as well
 */
export function divideModule(program: ESTree.Program, parts: Parts, called: readonly string[] = []): ModuleParts {
  const owners = new Map<string, ESTree.Node>()
  for (const statement of program.body) for (const name of declaredNames(statement)) owners.set(name, statement)
  const references = new Map(program.body.map((statement) => [statement as ESTree.Node, referencesOf(statement)]))
  const isIn = (offset: number, ranges: readonly Range[]) => ranges.some((range) => isWithin(offset, range))
  const isOnServer = (offset: number) =>
    isIn(offset, parts.server) && !isIn(offset, parts.shown) && !isIn(offset, parts.dropped)
  const isHere = (offset: number) => !isIn(offset, parts.dropped) && (!isOnServer(offset) || isIn(offset, parts.kept))
  const closure = (names: Iterable<string>, isUsed: (offset: number) => boolean): Set<ESTree.Node> => {
    const found = new Set<ESTree.Node>()
    const queue = [...names]
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const owner = owners.get(name)
      if (!owner || found.has(owner)) continue
      found.add(owner)
      for (const reference of references.get(owner) ?? []) if (isUsed(reference.start)) queue.push(reference.name)
    }
    return found
  }
  const roots = program.body.filter((statement) => !isDeclaration(statement))
  const all = (list: Iterable<ESTree.Node>) => [...list].flatMap((statement) => references.get(statement) ?? [])
  const clientNames = all(roots).flatMap(({ name, start }) => (isHere(start) ? [name] : []))
  const serverNames = all(program.body).flatMap(({ name, start }) => (isOnServer(start) ? [name] : []))
  return {
    client: new Set([...roots, ...closure(clientNames, isHere)]),
    server: closure([...serverNames, ...called], (offset) => !isIn(offset, parts.dropped)),
  }
}

/** Returns the edits that leave statements out. */
export function removals({ body }: ESTree.Program, isKept: (statement: ESTree.Node) => boolean): Edit[] {
  return body.flatMap((statement) =>
    isKept(statement) ? [] : [{ start: statement.start, end: statement.end, text: '' }],
  )
}
