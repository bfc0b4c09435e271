import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { readPackages } from './read-application.ts'
import { SourceError } from './source.ts'

type Routing = typeof import('fairlead/routing')

/** The application to which pages move. */
export type FairleadApplication = {
  readonly folder: string
  /** The names of its packages. */
  readonly installed: ReadonlySet<string>
  readonly defineRouting: Routing['defineRouting']
  /** True for a language that has all messages of the library. */
  readonly hasMessages: (locale: string) => boolean
  /** Returns what has an address: a route, by its first segment, or the server. */
  readonly ownerOf: (address: string) => string | undefined
}

const requireOf = (folder: string) => createRequire(join(resolve(folder), 'package.json'))

/**
 * Loads a package that an application has, in its version.
 *
 * @throws SourceError if it has none
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

/** Returns the first segments of the addresses of routes, each with a file or a folder that has it. */
function routesIn(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const parent of ['app/routes', 'app/routes/{-$locale}'])
    for (const name of existsSync(join(folder, parent)) ? readdirSync(join(folder, parent)) : []) {
      const segment = name.replace(/\.tsx?$/, '').split('.', 1)[0] ?? ''
      if (!/^([_{(].*|route|index|)$/.test(segment)) found.set(segment, `${parent}/${name}`)
    }
  return found
}

/** @throws SourceError if the folder is not that of an application whose packages are installed */
export function readFairleadApplication(folder: string): FairleadApplication {
  const { defineRouting, reservedAt } = loadPackage(folder, 'fairlead/routing') as Routing
  const library = dirname(requireOf(folder).resolve('fairlead/package.json'))
  const routes = routesIn(folder)
  return {
    folder,
    installed: new Set(Object.keys(readPackages(folder))),
    defineRouting,
    hasMessages: (locale) =>
      [join(folder, 'app/locales'), join(library, 'messages')].some((each) => existsSync(join(each, locale))),
    ownerOf: (address) => (reservedAt(address) ? 'the server' : routes.get(address.split('/', 2)[1] ?? '')),
  }
}
