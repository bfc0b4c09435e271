import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { isNode, type Node } from '#tests/fairlead/lint/nodes.ts'

/** A name that an entry of the library exports: its docstring, empty if it has none, and its declaration. */
export type PublicName = { name: string; doc: string; declaration: string }

const FROM = '#fairlead/'

const declarationFile = (specifier: string) => `${specifier.slice(FROM.length).replace(/\.tsx?$/, '')}.d.ts`

type Parsed = { source: string; statements: Node[]; comments: { end: number; value: string }[] }

function parse(library: string, file: string): Parsed {
  const source = readFileSync(join(library, file), 'utf8')
  const { program, comments } = parseSync(file, source)
  const body: readonly unknown[] = program.body
  return { source, statements: body.filter(isNode), comments }
}

/** The names that a statement declares. */
function namesOf(statement: Node): string[] {
  const declaration = statement.declaration ?? statement
  if (!isNode(declaration)) return []
  const declarations = (declaration.declarations as Node[] | undefined) ?? [declaration]
  return declarations.flatMap(({ id }) => (isNode(id) && typeof id.name === 'string' ? [id.name] : []))
}

/** Returns the text of a docstring, with its example as a block of code. */
function docText(comment: string): string {
  const lines = comment.replace(/^\*/, '').split('\n')
  const text = lines
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
  return text
    .replaceAll(
      /(?<=\n\n|^)((?: {4}.*(?:\n|$)|\n(?= {4}))+)/g,
      (block) => `\`\`\`ts\n${block.replaceAll(/^ {4}/gm, '').trim()}\n\`\`\`\n`,
    )
    .replaceAll(/\n+@example\s+(.+)\n*/g, '\n\n```ts\n$1\n```\n\n')
    .replaceAll(/^@param (\w+) /gm, '- `$1`: ')
    .replaceAll(/^@throws \{?(\w+)\}? ?/gm, '- throws `$1` ')
    .replaceAll(/^@returns /gm, '- returns ')
    .replaceAll(/([^\n])\n(?=- )/g, (_, before: string) => `${before}\n`)
    .trim()
}

type Origin = { exported: string; local: string; from: string | undefined }

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value) : '')

/** The names that a file exports of other files, or imports, each with the other file. */
function origins(statements: readonly Node[], kind: 'export' | 'import'): Origin[] {
  const type = kind === 'export' ? 'ExportNamedDeclaration' : 'ImportDeclaration'
  return statements
    .filter((statement) => statement.type === type && Array.isArray(statement.specifiers))
    .flatMap(({ specifiers, source }) =>
      (specifiers as Node[]).map(({ exported, imported, local }) => ({
        exported: nameOf(kind === 'export' ? exported : local),
        local: nameOf(kind === 'export' ? local : imported),
        from: isNode(source) ? String(source.value) : undefined,
      })),
    )
}

type Place = { library: string; file: string; module?: string }

/** Returns the statements of a file, or of a module that it declares. */
function statementsOf({ library, file, module }: Place): Parsed {
  const parsed = parse(library, file)
  if (module === undefined) return parsed
  const declared = parsed.statements.find(({ type, id }) => type === 'TSModuleDeclaration' && nameOf(id) === module)
  const { body = [] } = isNode(declared?.body) ? (declared.body as Node & { body?: Node[] }) : {}
  return { ...parsed, statements: body }
}

const placeOf = (library: string, specifier: string): Place =>
  specifier.startsWith(FROM)
    ? { library, file: declarationFile(specifier) }
    : { library, file: 'virtual.d.ts', module: specifier }

/** Returns what a file declares, imports or exports again under a name. */
function lookUp(place: Place, name: string): Omit<PublicName, 'name'> {
  const { source, statements, comments } = statementsOf(place)
  const declared = statements.filter((statement) => namesOf(statement).includes(name))
  const [first] = declared
  if (first) {
    const comment = comments.findLast(
      ({ end, value }) => value.startsWith('*') && end <= first.start && source.slice(end, first.start).trim() === '',
    )
    const texts = declared.map(({ start, end }) => source.slice(start, end).replace(/^(export )?(declare )?/, ''))
    return { doc: comment ? docText(comment.value) : '', declaration: texts.join('\n') }
  }
  const byDefault = statements.find(({ type }) => type === 'ExportDefaultDeclaration')
  if (name === 'default' && byDefault) return lookUp(place, nameOf(byDefault.declaration))
  const origin = [...origins(statements, 'export'), ...origins(statements, 'import')].find(
    ({ exported, from, local }) => exported === name && (from !== undefined || local !== name),
  )
  if (!origin) throw new Error(`${place.file} does not export ${name}`)
  const { from, local } = origin
  return lookUp(from === undefined ? place : placeOf(place.library, from), local)
}

/** Returns the names that an entry of the packed library exports, in their order. */
export function publicNames(library: string, file: string): PublicName[] {
  const place = { library, file }
  const { statements } = statementsOf(place)
  const own = statements.filter(({ declaration }) => isNode(declaration)).flatMap(namesOf)
  const isDefault = statements.some(({ type }) => type === 'ExportDefaultDeclaration')
  const again = origins(statements, 'export').map(({ exported }) => exported)
  const names = new Set([...own, ...again, ...(isDefault ? ['default'] : [])])
  return [...names].map((name) => ({ name, ...lookUp(place, name) }))
}

/** Returns the page of the handbook about an entry. `summary` is the first line of its source. */
export function referencePage(entry: string, order: number, summary: string, names: readonly PublicName[]): string {
  const front = `---\ntitle: ${entry}\norder: ${order}\nsummary: ${summary}\n---`
  const sections = names.map(({ name, doc, declaration }) => `## ${name}\n\n${doc}\n\n\`\`\`ts\n${declaration}\n\`\`\``)
  return `${[front, ...sections].join('\n\n')}\n`
}
