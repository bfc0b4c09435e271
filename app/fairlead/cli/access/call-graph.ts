import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { childOf, listOf, type Node, nodesBelow, textOf } from '#fairlead/cli/edit-source.ts'

/** A name of a module; `*` stands for those names of it that the importer mentions. */
type Imported = { specifier: string; name: string }

type Module = {
  /** The nodes of its top-level names. */
  declared: Map<string, Node>
  imported: Map<string, Imported>
  /** Local names and imports, by the name that others import. */
  exported: Map<string, string | Imported>
  /** Modules whose names it exports again. */
  stars: string[]
}

/** The server functions that a file calls, each as `file#name`, and texts in it that may be paths of server routes. */
export type Calls = { functions: Set<string>; paths: Set<string> }

function readModule(file: string): Module {
  const { program, module } = parseSync(file, readFileSync(file, 'utf8'))
  const found: Module = { declared: new Map(), imported: new Map(), exported: new Map(), stars: [] }
  for (const statement of listOf(program as unknown as Node, 'body')) {
    const declaration = childOf(statement, 'declaration') ?? statement
    if (statement.type === 'ExportDefaultDeclaration') found.declared.set('default', declaration)
    for (const node of [declaration, ...listOf(declaration, 'declarations')])
      for (const { type, name } of nodesBelow(childOf(node, 'id')))
        if (type === 'Identifier') found.declared.set(String(name), node)
  }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries.filter(({ isType }) => !isType)) {
      const name = importName.kind === 'Default' ? 'default' : (importName.name ?? '*')
      found.imported.set(localName.value, { specifier: moduleRequest.value, name })
    }
  for (const { moduleRequest, importName, exportName, localName } of module.staticExports.flatMap(
    (each) => each.entries,
  )) {
    const name = exportName.kind === 'Default' ? 'default' : exportName.name
    if (!moduleRequest) found.exported.set(name ?? '', localName.name ?? 'default')
    else if (name === null) found.stars.push(moduleRequest.value)
    else found.exported.set(name, { specifier: moduleRequest.value, name: importName.name ?? '*' })
  }
  return found
}

/**
 * Returns a function that finds what a file calls: by its own code, and by what each name that it imports refers to.
 *
 * @param functions all server functions, each as `file#name`; what one does on the server is no call of a page
 * @param resolve returns the file of an import; `undefined` for one that is not the application's
 */
export function createCallGraph(
  functions: ReadonlySet<string>,
  resolve: (specifier: string, importer: string) => Promise<string | undefined>,
): (file: string) => Promise<Calls> {
  const modules = new Map<string, Module>()
  const moduleOf = (file: string): Module => {
    const found = modules.get(file) ?? readModule(file)
    modules.set(file, found)
    return found
  }

  return async (root) => {
    const calls: Calls = { functions: new Set(), paths: new Set() }
    const seen = new Set<string>()

    /** `mentioned` are the names for which `*` stands, `above` the files that export those of this one again. */
    async function visitExport(
      { specifier, name }: Imported,
      importer: string,
      mentioned: ReadonlySet<string>,
      above: readonly string[] = [],
    ): Promise<void> {
      const file = await resolve(specifier, importer)
      if (file === undefined || above.includes(file)) return
      const { exported, stars } = moduleOf(file)
      const names = [...exported.keys()].filter((each) => each === name || (name === '*' && mentioned.has(each)))
      for (const each of names) {
        const target = exported.get(each) ?? ''
        await (typeof target === 'string'
          ? visit(file, target)
          : visitExport(target, file, mentioned, [...above, file]))
      }
      if (names.length > 0 && name !== '*') return
      for (const star of stars) await visitExport({ specifier: star, name }, file, mentioned, [...above, file])
    }

    async function visit(file: string, local: string, mentioned: ReadonlySet<string> = new Set()): Promise<void> {
      const key = `${file}#${local}`
      const { declared, imported } = moduleOf(file)
      const from = imported.get(local)
      if (from) return visitExport(from, file, mentioned)
      if (functions.has(key)) return void calls.functions.add(key)
      if (seen.has(key)) return
      seen.add(key)
      const names = new Set<string>()
      const texts = new Set(['default'])
      const loaded: string[] = []
      for (const node of nodesBelow(declared.get(local))) {
        if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(String(node.name))
        if (node.type === 'ImportExpression') loaded.push(textOf(childOf(node, 'source')) ?? '')
        const parts = node.type === 'TemplateLiteral' ? listOf(node, 'quasis') : []
        texts.add(textOf(node) ?? parts.map(({ value }) => (value as { raw: string }).raw).join('example'))
      }
      for (const text of texts) if (text.startsWith('/')) calls.paths.add(text)
      for (const name of names) await visit(file, name, names)
      // The name of a component may be a text, as for `lazyRouteComponent`.
      for (const specifier of loaded) await visitExport({ specifier, name: '*' }, file, new Set([...names, ...texts]))
    }

    for (const name of moduleOf(root).declared.keys()) await visit(root, name)
    return calls
  }
}
