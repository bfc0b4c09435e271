import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readPackages } from './read-application.ts'
import { SourceError } from './source.ts'

type Routing = typeof import('fairlead/routing')

/** The application to which pages move. */
export type FairleadApplication = {
  readonly folder: string
  /** The names of its packages. */
  readonly installed: ReadonlySet<string>
  readonly defineRouting: Routing['defineRouting']
  /** True for a language that the library has all messages in, or a wider one: `en` for `en-GB`. */
  readonly hasMessages: (locale: string) => boolean
  /** Returns the owner of an address: a route, by its first segment, or the server. */
  readonly ownerOf: (address: string) => string | undefined
  readonly table: Table | undefined
}

type Rule = { source: string }

type Table = ReturnType<Routing['defineRouting']>

const requireOf = (folder: string) => createRequire(join(resolve(folder), 'package.json'))

/**
 * Loads a package of an application, in the version that the application has.
 *
 * @throws SourceError if it is not installed
 */
export function loadPackage(folder: string, name: string): unknown {
  const require = requireOf(folder)
  try {
    require.resolve(name)
  } catch {
    const [own = name] = name.split('/', 1)
    const fault = `${resolve(folder)} has no package ${own}`
    throw new SourceError(
      `${fault}; run this in the folder of a new application, or name it by --write, after npm install`,
    )
  }
  return require(name)
}

/** Returns the first segments of the addresses of routes, each with its file or folder. */
function routesIn(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const parent of ['app/routes', 'app/routes/{-$locale}'])
    for (const name of existsSync(join(folder, parent)) ? readdirSync(join(folder, parent)) : []) {
      const segment = name.replace(/\.tsx?$/, '').split('.', 1)[0] ?? ''
      if (!/^([_{(].*|route|)$/.test(segment)) found.set(segment === 'index' ? '' : segment, `${parent}/${name}`)
    }
  return found
}

async function readTable(folder: string): Promise<Table | undefined> {
  const file = resolve(folder, 'app/routing.ts')
  if (!existsSync(file)) return undefined
  return ((await import(pathToFileURL(file).href)) as { default: Table }).default
}

/**
 * Reads a Fairlead application.
 *
 * @throws SourceError if the folder has no such application, or its packages are not installed
 */
export async function readFairleadApplication(folder: string): Promise<FairleadApplication> {
  const { defineRouting, reservedAt } = loadPackage(folder, 'fairlead/routing') as Routing
  const library = dirname(requireOf(folder).resolve('fairlead/package.json'))
  const routes = routesIn(folder)
  return {
    folder,
    installed: new Set(Object.keys(readPackages(folder))),
    defineRouting,
    hasMessages: (locale) =>
      [join(folder, 'app/locales'), join(library, 'messages')].some((each) =>
        [locale, locale.replace(/-.*/, '')].some((tag) => existsSync(join(each, tag))),
      ),
    ownerOf: (address) => (reservedAt(address) ? 'the server' : routes.get(address.split('/', 2)[1] ?? '')),
    table: await readTable(folder),
  }
}

/** Returns a path that a rule's source matches; `undefined` for a source with custom patterns. */
export function samplePath(source: string): string | undefined {
  const path = source.replaceAll(/\/:\w+[*?]/g, '').replaceAll(/:\w+\+?/g, 'sample')
  return /^[\w/.~%-]*$/.test(path) ? path || '/' : undefined
}

export type KnownPaths = { readonly paths: readonly string[]; readonly prefixes: readonly string[] }

/**
 * Returns the pages and rules of an application, either without params or as samples, and the prefixes of its
 * languages.
 */
export async function applicationPaths(folder: string): Promise<KnownPaths> {
  const table = await readTable(folder)
  if (!table) return { paths: [], prefixes: [] }
  const tree = join(folder, 'routeTree.gen.ts')
  const text = existsSync(tree) ? readFileSync(tree, 'utf8') : ''
  const [entries = ''] = (text.split('interface FileRoutesByTo {\n')[1] ?? '').split('\n}', 1)
  const pages = [...entries.matchAll(/'([^']+)': typeof (\w+)/g)]
    // The entry of a folder is its index, if there is one.
    .filter(
      ([, path = '', name = '']) => !name.endsWith('WithChildren') && !path.replace('{-$locale}', '').includes('$'),
    )
    .map(([, path = '']) => path.replace('/{-$locale}', ''))
    .map((path) => (path === '/' ? '' : path))
  const rules: Rule[] = [...table.redirects, ...Object.values(table.rewrites).flat()]
  const samples = rules.flatMap(({ source }) => samplePath(source) ?? [])
  const prefixes = ['', ...table.prefixes.map((locale) => `/${locale}`)]
  const paths = [...pages.flatMap((page) => prefixes.map((prefix) => prefix + page || '/')), ...samples]
  return { paths, prefixes: table.prefixes }
}
