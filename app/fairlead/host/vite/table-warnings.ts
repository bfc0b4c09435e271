import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { publicFiles } from '#fairlead/host/vite/routing-plugin.ts'
import type { AppContext } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { routesIn } from '#fairlead/navigation/routing-table/explain/route-list.ts'
import { warningsFor } from '#fairlead/navigation/routing-table/parse/warnings.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'

const ROUTE_TREE = 'routeTree.gen.ts'

/** Returns the facts that explain the table: the routes of the generated tree, and the public files. */
export function appContext(routing: Routing, root: string): AppContext {
  const tree = resolve(root, ROUTE_TREE)
  const isServerRoute = (module: string) => {
    const file = ['.ts', '.tsx'].map((extension) => resolve(root, module + extension)).find((path) => existsSync(path))
    return file !== undefined && /\bhandlers\b/.test(readFileSync(file, 'utf8'))
  }
  const text = existsSync(tree) ? readFileSync(tree, 'utf8') : ''
  const { paths, servedAt } = routesIn(text, routing.prefixes, isServerRoute)
  const files = publicFiles(root)
  return { routes: paths, files, servedAt: (path) => (files.includes(path) ? 'file' : servedAt(path)) }
}

/** Returns the warnings about the table. Needs the route tree, which a build writes. */
export function warningLines(routing: Routing, root = process.cwd()): string[] {
  const { routes, servedAt } = appContext(routing, root)
  const isServed = routes.length > 0 ? (path: string) => servedAt(path) !== null : undefined
  return warningsFor(routing, isServed).map(({ place, message }) => `warning: ${place}: ${message}`)
}
