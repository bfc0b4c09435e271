import type { ESTree } from 'vite'
import { constantsOf, type Source, staticValue, type StaticValue } from '#app/from-next/parse-source.ts'

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
function valueOf(
  node: ESTree.Node | null | undefined,
  constants: ReadonlyMap<string, ESTree.Node>,
): Pick<ExportFact, 'value' | 'computed'> {
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
export function exportsOf(source: Source, place: (node: ESTree.Node) => Place): ExportFact[] {
  const constants = constantsOf(source.program)
  const functions = new Map(
    source.program.body.flatMap((node) =>
      node.type === 'FunctionDeclaration' && node.id ? [[node.id.name, node]] : [],
    ),
  )
  const fact = (name: string, at: ESTree.Node, node: ESTree.Node | null | undefined): ExportFact => {
    const value = node?.type === 'Identifier' ? (functions.get(node.name) ?? constants.get(node.name) ?? node) : node
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
export function typeExportsOf({ body }: ESTree.Program): {
  types: ReadonlySet<string>
  others: readonly { readonly source: string; readonly imported: string; readonly exported: string }[]
} {
  const declared = new Set<string>()
  const imported = new Map<string, { source: string; imported: string }>()
  const types = new Set<string>()
  const others: { source: string; imported: string; exported: string }[] = []
  const isTypeNode = (type: string | undefined) =>
    type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration'
  for (const node of body) {
    if (
      (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') &&
      node.id.type === 'Identifier'
    )
      declared.add(node.id.name)
    if (node.type !== 'ImportDeclaration') continue
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ImportSpecifier') continue
      if (node.importKind === 'type' || specifier.importKind === 'type') declared.add(specifier.local.name)
      else imported.set(specifier.local.name, { source: node.source.value, imported: nameOfExport(specifier.imported) })
    }
  }
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration' && isTypeNode(node.declaration.type)) types.add('default')
    if (node.type === 'ExportAllDeclaration') others.push({ source: node.source.value, imported: '*', exported: '*' })
    if (node.type !== 'ExportNamedDeclaration') continue
    const { declaration } = node
    if (declaration && isTypeNode(declaration.type) && 'id' in declaration && declaration.id?.type === 'Identifier')
      types.add(declaration.id.name)
    for (const { local, exported, exportKind } of node.specifiers) {
      const [name, outer] = [nameOfExport(local), nameOfExport(exported)]
      const from = node.source ? { source: node.source.value, imported: name } : imported.get(name)
      if (node.exportKind === 'type' || exportKind === 'type' || (!node.source && declared.has(name))) types.add(outer)
      else if (from) others.push({ ...from, exported: outer })
    }
  }
  return { types, others }
}
