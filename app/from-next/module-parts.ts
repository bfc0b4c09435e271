import type { ESTree } from 'vite'
import {
  type Function,
  type Range,
  type Source,
  bare,
  declaredNames,
  findOwn,
  isFunction,
  isWithin,
  patternNames,
  referencesOf,
  walk,
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
  readonly local: string | undefined
  readonly value: StaticValue
  /** Members of an object whose values have to be computed; `value` has the others. */
  readonly computed: readonly string[]
  /** The expression or declaration; `undefined` for an export from another module. */
  readonly node: ESTree.Node | undefined
  readonly fn: Function | undefined
}

/** The text of a name in an import or an export, which may be a string. */
const nameOfExport = (node: ESTree.ModuleExportName): string => (node.type === 'Literal' ? node.value : node.name)

/** The name of an import or export as the parser lists it; `*` for all. */
export const listedName = ({ kind, name }: { kind: string; name: string | null }) =>
  name ?? (kind === 'Default' ? 'default' : '*')

export function importsOf({ record }: Source, place: (range: Range) => Place): ImportFact[] {
  const imports = record.staticImports.map((statement): ImportFact => {
    const { moduleRequest, entries } = statement
    return {
      ...place(statement),
      source: moduleRequest.value,
      sourceStart: moduleRequest.start + 1,
      kind: 'import',
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      names: entries.map(({ importName, localName }) => ({ imported: listedName(importName), local: localName.value })),
    }
  })
  const exports = record.staticExports.flatMap((statement): ImportFact[] => {
    const { entries } = statement
    const request = entries[0]?.moduleRequest
    if (!request) return []
    const names = entries.flatMap(({ importName, exportName }) =>
      importName.name === null ? [] : [{ imported: importName.name, local: listedName(exportName) }],
    )
    const isType = entries.every((entry) => entry.isType)
    return [
      { ...place(statement), source: request.value, sourceStart: request.start + 1, kind: 'export', isType, names },
    ]
  })
  return [...imports, ...exports]
}

/** Returns the names of the props that a component takes; `*` if it takes all. */
export function propsOf({ fn }: ExportFact): string[] {
  const [first] = fn ? fn.params : []
  if (fn && !first) return []
  if (first?.type !== 'ObjectPattern') return ['*']
  return first.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '*',
  )
}

/** Evaluates an export. Of an object, the members that can be. */
function valueOf(node: ESTree.Node | null | undefined, constants: Constants): Pick<ExportFact, 'value' | 'computed'> {
  const value = node ? staticValue(node, constants) : undefined
  const inner = node && bare(node)
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

export function exportsOf(
  { program }: Source,
  place: (range: Range) => Place,
  imported: Constants,
): Map<string, ExportFact> {
  const own = constantsOf(program)
  const constants: Constants = new Map([...imported, ...own])
  const functions = new Map(
    program.body.flatMap((node) => (node.type === 'FunctionDeclaration' && node.id ? [[node.id.name, node]] : [])),
  )
  const fact = (name: string, at: ESTree.Node, node: ESTree.Node | null | undefined, local?: string): ExportFact => {
    const value = (node?.type === 'Identifier' && (functions.get(node.name) ?? own.get(node.name))) || node
    const fn = isFunction(value) ? value : undefined
    return { ...place(at), name, local, ...valueOf(value, constants), node: value ?? undefined, fn }
  }
  const facts = program.body.flatMap((node): ExportFact[] => {
    if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node
      const id = 'id' in declaration ? declaration.id : declaration
      return [fact('default', node, declaration, id?.type === 'Identifier' ? id.name : undefined)]
    }
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    const { declaration, specifiers, source } = node
    if (declaration?.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id, init }) =>
        patternNames(id).map((name) => fact(name, node, id.type === 'Identifier' ? init : null, name)),
      )
    if (isFunction(declaration))
      return declaration.id ? [fact(declaration.id.name, node, declaration, declaration.id.name)] : []
    return specifiers.map(({ local, exported }) =>
      fact(nameOfExport(exported), node, source ? null : local, source ? undefined : nameOfExport(local)),
    )
  })
  return new Map(facts.map((each) => [each.name, each]))
}

/** A function that is a component, by its name or as the default export. */
export type Component = {
  readonly fn: Function
  /** `undefined` for a default export without a name. */
  readonly name: string | undefined
  readonly isDefault: boolean
}

/** `exported` is the name of the default export. */
export function componentsOf(program: ESTree.Program, exported: string | undefined): Component[] {
  const found: Component[] = []
  walk(program, (node, above) => {
    if (!isFunction(node)) return
    const parent = above.at(-1)
    const id = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : node.id
    const isDefault = parent?.type === 'ExportDefaultDeclaration' || (exported !== undefined && id?.name === exported)
    if (isDefault || /^[A-Z]\w*[a-z]/.test(id?.name ?? '')) found.push({ fn: node, name: id?.name, isDefault })
  })
  return found
}

export const awaitsOf = (body: ESTree.Node) =>
  findOwn<ESTree.AwaitExpression | ESTree.ForOfStatement>(
    body,
    (node) => node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await),
  )

/** Returns the first of the names whose value a component needs itself, not in a function within it, nor as an element. */
export function callsOneOf({ body }: Function, names: ReadonlySet<string>): string | undefined {
  if (!body || names.size === 0) return undefined
  const [found] = findOwn<ESTree.IdentifierReference>(body, (node, above) => {
    const parent = above.at(-1)
    const isValue =
      (parent?.type === 'MemberExpression' && parent.object === node) ||
      ((parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node) ||
      (parent?.type === 'JSXExpressionContainer' && above.at(-2)?.type === 'JSXElement')
    return node.type === 'Identifier' && names.has(node.name) && isValue
  })
  return found?.name
}

/** The sides that need code at the top level of a module. What neither needs is left out. */
type Sides = { readonly browser: boolean; readonly server: boolean }

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
  readonly dropped: readonly Range[]
}

/**
 * Divides the top level of a module, of which parts are moved into functions of the server.
 *
 * @param called names that these functions use as well
 * @returns the function that finds the sides that need the code at an offset
 */
export function divideModule(
  program: ESTree.Program,
  parts: Parts,
  called: readonly string[],
): (offset: number) => Sides {
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
  const client = new Set([...roots, ...closure(clientNames, isHere)])
  const server = closure([...serverNames, ...called], (offset) => !isIn(offset, parts.dropped))
  return (offset) => {
    const statement = program.body.findLast(({ start }) => start <= offset)
    const isKept = statement !== undefined && !isIn(offset, parts.dropped)
    return { browser: isKept && client.has(statement), server: isKept && server.has(statement) }
  }
}
