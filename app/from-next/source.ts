import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Source = {
  /** The path from the root of the application. */
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  readonly record: ReturnType<typeof parseSync>['module']
  /** Returns the line of an offset, from 1. */
  readonly lineAt: (offset: number) => number
}

type Parsed = { readonly type: 'parsed'; readonly source: Source } | { readonly type: 'fault'; readonly fault: string }

export const SOURCE = /(?<!\.d)\.[cm]?[jt]sx?$/

function nestingOf(text: string): number {
  let deepest = 0
  let depth = 0
  for (const character of text) {
    if ('([{'.includes(character)) deepest = Math.max(deepest, (depth += 1))
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
  }
  return deepest
}

export function parseSource(path: string, text: string): Parsed {
  const starts = Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 2
  if (nestingOf(text) > LIMITS.nesting) {
    return { type: 'fault', fault: `${path}: brackets are nested deeper than ${LIMITS.nesting}` }
  }
  const extension = extname(path)
  const lang = /\.[cm]?ts$/.test(extension) ? 'ts' : extension === '.tsx' ? 'tsx' : 'jsx'
  const {
    program,
    errors,
    module: record,
  } = parseSync(path, text, { lang, sourceType: extension === '.cjs' ? 'script' : 'module' })
  const [error] = errors
  if (error) return { type: 'fault', fault: `${path}:${lineAt(error.labels[0]?.start ?? 0)}: ${error.message}` }
  return { type: 'parsed', source: { path, text, program, record, lineAt } }
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/**
 * Visits a node and all below it, in the order of the source. `visit` gets the nodes above, the nearest last; it
 * returns `false` to skip the nodes below.
 */
export function walk(
  node: ESTree.Node,
  visit: (node: ESTree.Node, above: readonly ESTree.Node[]) => unknown,
  above: ESTree.Node[] = [],
): void {
  if (visit(node, above) === false) return
  above.push(node)
  for (const child of (Object.values(node) as unknown[]).flat().filter(isNode)) walk(child, visit, above)
  above.pop()
}

/** True for a name that refers to a value: it is not the name of a member, key or attribute. */
export function isReference(node: ESTree.Node, above: readonly ESTree.Node[]): node is ESTree.IdentifierReference {
  if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return false
  const parent = above.at(-1)
  const isMember = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed
  const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand
  return !isMember && !isKey && parent?.type !== 'JSXAttribute'
}

type Test<N extends ESTree.Node> =
  | ((node: ESTree.Node, above: readonly ESTree.Node[]) => node is N)
  | ((node: ESTree.Node, above: readonly ESTree.Node[]) => boolean)

export function find<N extends ESTree.Node>(node: ESTree.Node, test: Test<N>): N[] {
  const found: N[] = []
  walk(node, (inner, above) => {
    if (test(inner, above)) found.push(inner as N)
  })
  return found
}

export type Function = ESTree.Function | ESTree.ArrowFunctionExpression

export const isFunction = (node: ESTree.Node | null | undefined): node is Function =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type ?? '')

/** Returns the nodes of a function's body that pass a test, without the functions in it. */
export function findOwn<N extends ESTree.Node>(body: ESTree.Node, test: Test<N>): N[] {
  const found: N[] = []
  walk(body, (inner, above) => {
    if (test(inner, above)) found.push(inner as N)
    return !isFunction(inner)
  })
  return found
}

export const returnedBy = ({ body }: Function): ESTree.Node[] =>
  body?.type === 'BlockStatement'
    ? findOwn(body, (each): each is ESTree.ReturnStatement => each.type === 'ReturnStatement').flatMap(
        ({ argument }) => argument ?? [],
      )
    : body
      ? [body]
      : []

/** Returns an expression without the parentheses and types around it. */
export const bare = (node: ESTree.Node): ESTree.Node =>
  /^(Parenthesized|TSAs|TSSatisfies|TSNonNull|Chain)Expression$/.test(node.type) && 'expression' in node
    ? bare(node.expression as ESTree.Node)
    : node

export function propertyOf(node: ESTree.Node | null | undefined, name: string): ESTree.Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  for (const item of node.properties)
    if (item.type === 'Property' && item.key.type === 'Identifier' && !item.computed && item.key.name === name)
      return item.value
  return undefined
}

/** A node with the nodes above it, the nearest last. */
export type Place = { readonly node: ESTree.Node; readonly above: readonly ESTree.Node[] }

/** Returns a text as code of Markdown, on one line. */
export function code(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '?')
    .replaceAll(/`{2,}/g, '`')
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}

/** Returns a place as code of Markdown. */
export const at = (path: string, line: number): string => code(`${path}:${line}`)

export type Range = { readonly start: number; readonly end: number }

/** Returns the names of a pattern, such as `{ a, b: [c] }`. */
export function patternNames(pattern: ESTree.Node): string[] {
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

export function declaredNames(statement: ESTree.Node): string[] {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name)
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (node?.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => patternNames(id))
  return node && 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

/** A fault of the application that is read, with advice. Its message is printed unchanged. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

export const LIMITS = {
  /** The number of files and folders of an application, except ignored ones. */
  entries: 10_000,
  /** A larger file is reported and not read. */
  fileBytes: 1_000_000,
  /** The depth of brackets. The parser's stack ends at a few thousand. */
  nesting: 500,
  /** Time that `next.config` may take, with `--config`. */
  configMs: 10_000,
  /** The characters of the result of `next.config`. */
  configChars: 1_000_000,
  urls: 500,
  /** Sitemaps of a server, and characters of each. */
  sitemaps: 50,
  sitemapChars: 10_000_000,
  logLines: 1_000_000,
  /** Time that a server may take to respond. */
  requestMs: 10_000,
  /** The number of pages whose links are clicked, of links on each, and the time that a click may take. */
  clickPages: 20,
  clickLinks: 10,
  clickMs: 5_000,
  pageChars: 1_000_000,
} as const

/** Folders without code that a person wrote for the application. */
const IGNORED = new Set(['node_modules', '__tests__', '__mocks__'])

/** Ignored at the root only: below the routes these names are segments. */
const IGNORED_AT_ROOT = new Set(['out', 'dist', 'build', 'coverage', 'e2e', 'cypress', 'tests', 'test'])

/**
 * Returns the files of an application, from its root, in order. Links are not followed, because their targets are read
 * at their real places.
 *
 * @param root a real path
 * @throws SourceError if a link leads out of the folder, or if there are too many files
 */
export function listFiles(root: string): string[] {
  const files: string[] = []
  const folders = ['']
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (IGNORED.has(entry.name) || IGNORED_AT_ROOT.has(path) || entry.name.startsWith('.')) continue
      count += 1
      if (count > LIMITS.entries)
        throw new SourceError(
          `${root} has more than ${LIMITS.entries} files and folders; name the folder of one application`,
        )
      const target = entry.isSymbolicLink() && existsSync(join(root, path)) ? realpathSync(join(root, path)) : root
      if (target !== root && !target.startsWith(root + sep))
        throw new SourceError(
          `${path} is a symbolic link that leads out of ${root}, to ${target}; copy what it leads to`,
        )
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files.toSorted()
}

/**
 * Reads a file as text.
 *
 * @throws SourceError unless it is a regular file of at most `LIMITS.fileBytes`
 */
export function readSmallFile(root: string, path: string): string {
  const stats = statSync(join(root, path))
  if (!stats.isFile()) throw new SourceError(`${path} is not a regular file`)
  if (stats.size > LIMITS.fileBytes) throw new SourceError(`${path} is larger than ${LIMITS.fileBytes / 1_000_000} MB`)
  return readFileSync(join(root, path), 'utf8')
}

export function isReadable(path: string): boolean {
  return statSync(path).size <= LIMITS.fileBytes
}
