import type { ESTree } from 'vite'
import { type Edit, isWithin, type Range } from '#app/from-next/edits.ts'
import { walk } from '#app/from-next/walk.ts'

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

type Reference = { readonly name: string; readonly start: number }

/** Returns the names that a statement uses; also those that it declares. */
function referencesOf(statement: ESTree.Node): Reference[] {
  const found: Reference[] = []
  walk(statement, (node, above) => {
    if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return
    const parent = above.at(-1)
    const isMember = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
    const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand
    if (!isMember && !isKey && parent?.type !== 'JSXAttribute') found.push({ name: node.name, start: node.start })
  })
  return found
}

/** Returns the names of a pattern, such as `{ a, b: [c] }`. */
function patternNames(pattern: ESTree.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((item) => patternNames(item.type === 'Property' ? item.value : item.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap((item) => (item ? patternNames(item) : []))
    case 'AssignmentPattern':
      return patternNames(pattern.left)
    case 'RestElement':
      return patternNames(pattern.argument)
    default:
      return []
  }
}

/** Returns the names that a statement declares. */
export function declaredNames(statement: ESTree.Node): string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name)
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (node?.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => patternNames(id))
  return node && 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

/** Returns true for a statement that only declares: nothing is lost without it if nothing uses its names. */
function isDeclaration(statement: ESTree.Node): boolean {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.length > 0
  if (statement.type === 'ExportNamedDeclaration') {
    const names = declaredNames(statement)
    return names.length > 0 && names.every((name) => NEXT_EXPORTS.test(name))
  }
  return /^(FunctionDeclaration|VariableDeclaration|ClassDeclaration|TS\w+Declaration)$/.test(statement.type)
}

/**
 * Divides the top level of a page or layout, of which `server` is moved into a function of the server.
 *
 * @param called names that this function uses as well
 */
export function divideModule(
  program: ESTree.Program,
  server: Range | undefined,
  called: readonly string[] = [],
): ModuleParts {
  const owners = new Map<string, ESTree.Node>()
  for (const statement of program.body) for (const name of declaredNames(statement)) owners.set(name, statement)
  const references = new Map(program.body.map((statement) => [statement as ESTree.Node, referencesOf(statement)]))
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
  const isOnServer = (offset: number) => server !== undefined && isWithin(offset, server)
  const roots = program.body.filter((statement) => !isDeclaration(statement))
  const all = (list: Iterable<ESTree.Node>) => [...list].flatMap((statement) => references.get(statement) ?? [])
  const clientNames = all(roots).flatMap(({ name, start }) => (isOnServer(start) ? [] : [name]))
  const serverNames = all(program.body).flatMap(({ name, start }) => (isOnServer(start) ? [name] : []))
  return {
    client: new Set([...roots, ...closure(clientNames, (offset) => !isOnServer(offset))]),
    server: closure([...serverNames, ...called], () => true),
  }
}

/** Returns the edits that leave statements out. */
export function removals({ body }: ESTree.Program, isKept: (statement: ESTree.Node) => boolean): Edit[] {
  return body.flatMap((statement) =>
    isKept(statement) ? [] : [{ start: statement.start, end: statement.end, text: '' }],
  )
}

/** Returns a function that finds the statement of the top level that has an offset, by a binary search. */
export function statementFinder({ body }: ESTree.Program): (offset: number) => ESTree.Node | undefined {
  return (offset) => {
    let [low, high] = [0, body.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((body[middle]?.start ?? 0) <= offset) low = middle
      else high = middle
    }
    return body[low]
  }
}
