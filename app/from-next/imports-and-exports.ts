import type { ESTree } from 'vite'
import { type Function, type Source, bare, isFunction, patternNames } from './source.ts'
import { type Constants, type StaticValue, constantsOf, staticValue } from './static-value.ts'

export type ImportFact = {
  readonly line: number
  readonly source: string
  readonly kind: 'import' | 'export' | 'dynamic'
  readonly isType: boolean
  /** The names in the module, each with its name here; `*` for all. */
  readonly names: readonly { readonly imported: string; readonly local: string }[]
}

export type ExportFact = {
  readonly line: number
  readonly name: string
  readonly value: StaticValue
  /** Members of an object whose values have to be computed; `value` has the other members. */
  readonly computed: readonly string[]
  /** The expression or declaration; `undefined` for an export from another module. */
  readonly node: ESTree.Node | undefined
  readonly fn: Function | undefined
}

/** The text of a name in an import or an export, which may be a string. */
const nameOfExport = (node: ESTree.ModuleExportName): string => (node.type === 'Literal' ? node.value : node.name)

/** The name of an import or export as the parser lists it; `*` for all. */
const listedName = ({ kind, name }: { kind: string; name: string | null }) =>
  name ?? (kind === 'Default' ? 'default' : '*')

export function importsOf({ record, lineAt }: Source): ImportFact[] {
  const imports = record.staticImports.map((statement): ImportFact => {
    const { moduleRequest, entries } = statement
    return {
      line: lineAt(statement.start),
      source: moduleRequest.value,
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
    return [{ line: lineAt(statement.start), source: request.value, kind: 'export', isType, names }]
  })
  return [...imports, ...exports]
}

/** Evaluates an export. For an object it evaluates the members that can be evaluated. */
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

export function exportsOf({ program, lineAt }: Source, imported: Constants): Map<string, ExportFact> {
  const own = constantsOf(program)
  const constants: Constants = new Map([...imported, ...own])
  const functions = new Map(
    program.body.flatMap((node) => (node.type === 'FunctionDeclaration' && node.id ? [[node.id.name, node]] : [])),
  )
  const fact = (name: string, at: ESTree.Node, node: ESTree.Node | null | undefined): ExportFact => {
    const value = (node?.type === 'Identifier' && (functions.get(node.name) ?? own.get(node.name))) || node
    const fn = isFunction(value) ? value : undefined
    return { line: lineAt(at.start), name, ...valueOf(value, constants), node: value ?? undefined, fn }
  }
  const facts = program.body.flatMap((node): ExportFact[] => {
    if (node.type === 'ExportDefaultDeclaration') return [fact('default', node, node.declaration)]
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    const { declaration, specifiers, source } = node
    if (declaration?.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id, init }) =>
        patternNames(id).map((name) => fact(name, node, id.type === 'Identifier' ? init : null)),
      )
    if (isFunction(declaration)) return declaration.id ? [fact(declaration.id.name, node, declaration)] : []
    return specifiers.map(({ local, exported }) => fact(nameOfExport(exported), node, source ? null : local))
  })
  return new Map(facts.map((each) => [each.name, each]))
}
