import { posix } from 'node:path'
import { parseSync } from 'vite'
import { isNode, type Node, nodesIn, type SourceFile } from '#tests/fairlead/lint/nodes.ts'

/** The rooms of the library, each of which imports those above it and none below. */
const ROOMS = [
  'styles',
  'platform',
  'database',
  'messages',
  'navigation',
  'metadata',
  'errors',
  'error-reports',
  'forms',
  'sessions',
  'jobs',
  'server',
  'images',
  'inspector',
  'root',
  'host',
  'testing',
  'cli',
  'report-desk',
]

/** Folders of this site, each with the first names of its routes. Nothing else imports them. */
const PART_ROUTES = new Map([
  ['home', ['index']],
  ['lab', ['lab']],
  ['handbook', ['handbook', 'llms']],
  ['from-next', []],
])

export type Violation = { path: string; rule: string; detail: string }

type Import = { specifier: string; typeOnly: boolean; dynamic: boolean }

export function importsOf({ path, source }: SourceFile): Import[] {
  const { module } = parseSync(path, source)
  const text = (request: { start: number; end: number }) => source.slice(request.start, request.end)
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
      dynamic: false,
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType, dynamic: false }] : [],
      ),
    ),
    ...module.dynamicImports
      .map(({ moduleRequest }) => text(moduleRequest))
      .filter((request) => /^(['"`])[^$]*\1$/.test(request))
      .map((request) => ({ specifier: request.slice(1, -1), typeOnly: false, dynamic: true })),
  ]
}

/** The project path that a specifier names, or undefined for a package. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#app/')) return specifier.replace('#app/', 'app/')
  if (specifier.startsWith('#fairlead/')) return specifier.replace('#fairlead/', 'app/fairlead/')
  if (specifier.startsWith('#tests/')) return specifier.replace('#tests/', 'tests/')
  if (/^fairlead-from-next(\/|$)/.test(specifier)) return specifier.replace(/^fairlead-from-next\/?/, FROM_NEXT)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return undefined
}

const LIBRARY = 'app/fairlead/'

/** A package of its own, which is a command. */
const FROM_NEXT = 'app/from-next/'

/** `navigation` of `app/fairlead/navigation/rules/match.ts`; undefined for the library's entries and all outside it. */
function roomOf(path: string): string | undefined {
  return /^app\/fairlead\/([^/]+)\//.exec(path)?.[1]
}

/** `lab` of `app/lab/note.tsx`, and the room of a file of the library; undefined for entries and all outside `app`. */
function folderOf(path: string): string | undefined {
  return roomOf(path) ?? /^app\/(?!fairlead\/)([^/]+)\//.exec(path)?.[1]
}

/** True for the routes of a folder of this site. */
function isRouteOf(part: string, path: string): boolean {
  const [routes, ...names] = path.split('/').slice(1)
  return routes === 'routes' && names.some((name) => PART_ROUTES.get(part)?.includes(name.split(/[.[]/, 1)[0] ?? ''))
}

/** Modules of the server that commands load as well, so that their names do not say it. */
const OF_SERVER = new Set([
  'app/fairlead/server.ts',
  'app/fairlead/server/create-server.ts',
  'app/fairlead/server/stages.ts',
])

function isServerOnly(path: string): boolean {
  return /\.server\.tsx?$/.test(path) || OF_SERVER.has(path)
}

/** Files whose imports never reach the browser, or are taken out by Start's compiler. */
function mayImportServerOnly({ path, source }: SourceFile): boolean {
  if (isServerOnly(path) || /\.functions\.tsx?$|\.d\.ts$/.test(path)) return true
  // Start's compiler takes the server's half of these out of what the browser gets.
  if (/\bcreate(IsomorphicFn|ServerOnlyFn)\(/.test(source)) return true
  if (path === 'app/server.ts' || path === 'app/start.ts' || HOST.has(folderOf(path) ?? '')) return true
  // A server route: its handlers are taken out of what the browser gets.
  return folderOf(path) === 'routes' && /\bserver:\s*\{/.test(source)
}

/** Rooms whose code runs on the server, in commands and in tests, and never in a browser. */
const HOST = new Set(['host', 'testing', 'cli'])

/** Returns the reason why a file of the library may not import another file. */
function libraryFault(from: string, to: string): string | undefined {
  if (!to.startsWith(LIBRARY)) return 'the library imports no file of the application'
  const [source, target] = [roomOf(from), roomOf(to)]
  if (source === undefined || source === target) return undefined
  if (target === undefined) return 'the rooms of the library do not import its entries'
  if (ROOMS.indexOf(source) > ROOMS.indexOf(target)) return undefined
  return `app/fairlead/${source} does not import app/fairlead/${target}, which is above it`
}

/** Files that list the parts of the application. */
const LISTS = new Set(['app/parts.ts', 'app/server.ts', 'app.config.ts'])

/** Returns the reason why one file may not import another. A new folder of the application may import all but routes. */
function directionFault(from: string, to: string): string | undefined {
  if (from.startsWith(LIBRARY)) return libraryFault(from, to)
  if (to.startsWith(LIBRARY)) return 'the library is imported by its entries: fairlead/…'
  if (from.startsWith(FROM_NEXT) !== to.startsWith(FROM_NEXT))
    return 'app/from-next is a package of its own: it imports packages alone, and nothing imports it'
  const [source, target] = [folderOf(from), folderOf(to)]
  if (target === undefined || source === target || LISTS.has(from)) return undefined
  if (PART_ROUTES.has(target) && !isRouteOf(target, from)) return `app/${target} is imported by its own routes alone`
  if (source === undefined || source === 'routes') return undefined
  if (target === 'routes') return 'only entries import app/routes'
  return undefined
}

function importFaults(file: SourceFile, { specifier, typeOnly, dynamic }: Import): [rule: string, detail: string][] {
  const { path } = file
  if (/^vinxi(\/|$)/.test(specifier) && path !== 'app.config.ts' && roomOf(path) !== 'host') {
    return [['vinxi', `${specifier}: only app.config.ts and app/fairlead/host import vinxi`]]
  }
  const target = targetOf(path, specifier)
  if (target === undefined) return []
  const faults: [string, string][] = []
  if (target.startsWith('tests/')) faults.push(['direction', `${specifier}: the application does not import tests`])
  const direction = directionFault(path, target)
  if (direction) faults.push(['direction', `${specifier}: ${direction}`])
  // The entry of the commands runs before anything else is known.
  if (specifier.startsWith('..') && target.startsWith('app/') && !path.endsWith('.mjs')) {
    faults.push(['specifier', `${specifier}: other folders are imported as #app/… or #fairlead/…`])
  }
  if (target.startsWith('app/') && !/\.[a-z]+(\?\w+)?$/.test(specifier)) {
    faults.push(['specifier', `${specifier}: imports name the file with its extension`])
  }
  if (isServerOnly(target) && !typeOnly && !dynamic && !mayImportServerOnly(file)) {
    faults.push(['server-only', `${specifier}: reaches the browser from here; go through a *.functions.ts file`])
  }
  return faults
}

function named(node: unknown, name: string): boolean {
  return isNode(node) && (node.name === name || node.value === name)
}

function isProcess(node: unknown): boolean {
  return named(node, 'process') || (isNode(node) && node.type === 'MemberExpression' && named(node.property, 'process'))
}

/** True for a node that reads `process.env`, in any notation; `import.meta.env` does not count. */
function readsEnvironment({ type, object, property, init, source }: Node): boolean {
  if (type === 'MemberExpression') return isProcess(object) && named(property, 'env')
  if (type === 'VariableDeclarator') return isProcess(init)
  return type === 'ImportDeclaration' && isNode(source) && /^(node:)?process$/.test(String(source.value))
}

function fileFaults(file: SourceFile): [rule: string, detail: string][] {
  const { path } = file
  const faults: [string, string][] = []
  const folder = folderOf(path)
  if (folder !== undefined && folder !== 'routes' && /\/index\.[cm]?tsx?$/.test(path)) {
    faults.push(['barrel', 'a file is imported by its own name'])
  }
  if (
    path !== 'app/fairlead/platform/env.server.ts' &&
    !HOST.has(folder ?? '') &&
    !path.startsWith(FROM_NEXT) &&
    !path.endsWith('/vite-plugin.ts') &&
    [...nodesIn(file)].some(readsEnvironment)
  ) {
    faults.push([
      'environment',
      'only app/fairlead/platform/env.server.ts, app/fairlead/host and app/fairlead/cli read process.env',
    ])
  }
  return faults
}

/** Modules that the handbook names for `app/routing.ts`. */
const FOR_TABLES = ['define-routing', 'route-path'].map(
  (name) => `app/fairlead/navigation/routing-table/parse/${name}.ts`,
)

/**
 * Returns the modules for routing tables that import the application, types included: the application imports its table,
 * so that each of them would be a cycle.
 */
export function tableCycles(files: readonly SourceFile[], entries: readonly string[] = FOR_TABLES): Violation[] {
  const sources = new Map(files.map((file) => [file.path, file]))
  const reached = new Set(entries)
  const faults: Violation[] = []
  for (const path of reached) {
    const file = sources.get(path)
    for (const { specifier } of file ? importsOf(file) : []) {
      const target = specifier === '#routeTree.gen.ts' ? 'routeTree.gen.ts' : targetOf(path, specifier)
      if (target === undefined) continue
      if (/^(app\/(routes\/.*|[^/]+)|routeTree\.gen\.ts)$/.test(target)) {
        faults.push({ path, rule: 'table', detail: `${specifier}: app/routing.ts imports this, and is imported by it` })
      } else reached.add(target)
    }
  }
  return faults
}

/** Everything that these files import against the directions of the house. Files outside `app/` are not judged. */
export function violations(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path === 'app.config.ts' || path.startsWith('app/'))
    .flatMap((file) =>
      [...importsOf(file).flatMap((found) => importFaults(file, found)), ...fileFaults(file)].map(([rule, detail]) => ({
        path: file.path,
        rule,
        detail,
      })),
    )
}
