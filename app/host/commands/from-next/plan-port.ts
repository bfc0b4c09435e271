import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { urlSegments } from '#app/host/commands/from-next/conventions.ts'
import type { RoutePattern } from '#app/host/commands/from-next/link-target.ts'
import { type Mark, portModule, type Ported } from '#app/host/commands/from-next/port-module.ts'
import type { NextApplication } from '#app/host/commands/from-next/read-application.ts'
import { importResolver } from '#app/host/commands/from-next/resolve-import.ts'

export type PortPlan = {
  /** Every module, rewritten. */
  readonly modules: ReadonlyMap<string, Ported>
  /** Those that can run here as they are, with what they import. */
  readonly carried: ReadonlySet<string>
  /** Why each of the others cannot. */
  readonly reasons: ReadonlyMap<string, readonly Mark[]>
  readonly routes: readonly RoutePattern[]
}

/** Folder of the modules that run here. */
export const PORTED = 'app/ported'

/** Returns the place of a file of the application that runs here. JavaScript becomes TypeScript, unchecked. */
export function portedPath(path: string): string {
  return `${PORTED}/${path.replace(/\.[cm]?jsx?$/, '.tsx')}`
}

/** Directives of tools that this project does not have. */
const TOOLED_CSS = /@(apply|tailwind|layer|import|reference|theme)\b/

/** Returns why a file that is no module cannot be copied. */
export function assetFault(root: string, path: string): string | undefined {
  if (/\.(scss|sass|less|styl)$/.test(path)) return `${path} needs a preprocessor`
  if (path.endsWith('.css') && TOOLED_CSS.test(readFileSync(join(root, path), 'utf8')))
    return `${path} is for Tailwind CSS`
  return /\.(css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt)$/.test(path) ? undefined : `${path} is not a module`
}

/** Returns the addresses that the application's pages and routes have. */
function routesOf({ modules, conventions }: NextApplication): RoutePattern[] {
  const all = [...[...modules.values()].map(({ convention }) => convention), ...conventions.values()]
  return all.flatMap((convention) =>
    convention &&
    /^(page|route|api)$/.test(convention.name) &&
    !convention.interceptsIn &&
    convention.slot === undefined
      ? [urlSegments(convention.segments)]
      : [],
  )
}

/** Finds the modules that can run here: those that need nothing that is missing, and import only such. */
export function planPort(application: NextApplication, installed: ReadonlySet<string>): PortPlan {
  const routes = routesOf(application)
  const context = {
    routes,
    installed,
    resolve: importResolver(application),
    importOf: (path: string) => `#${portedPath(path)}`,
  }
  const modules = new Map([...application.modules].map(([path, module]) => [path, portModule(module, context)]))
  const reasons = new Map<string, Mark[]>()
  const importers = new Map<string, string[]>()
  const checked = new Map<string, string | undefined>()
  for (const [path, ported] of modules) {
    const own = [...ported.reasons]
    for (const imported of ported.imports) {
      if (modules.has(imported)) {
        const list = importers.get(imported) ?? []
        list.push(path)
        importers.set(imported, list)
        continue
      }
      if (!checked.has(imported)) checked.set(imported, assetFault(application.root, imported))
      const fault = checked.get(imported)
      if (fault !== undefined) own.push({ line: 1, note: fault })
    }
    if (own.length > 0) reasons.set(path, own)
  }
  const stuck = [...reasons.keys()]
  for (let path = stuck.pop(); path !== undefined; path = stuck.pop()) {
    for (const importer of importers.get(path) ?? []) {
      if (!reasons.has(importer)) stuck.push(importer)
      const list = reasons.get(importer) ?? []
      list.push({ line: 1, note: `it imports ${path}` })
      reasons.set(importer, list)
    }
  }
  return { modules, reasons, routes, carried: new Set([...modules.keys()].filter((path) => !reasons.has(path))) }
}

/** Returns files that run here and all that they import. */
export function withImports(plan: PortPlan, entries: readonly string[]): string[] {
  const found = new Set(entries)
  for (const path of found) for (const imported of plan.modules.get(path)?.imports ?? []) found.add(imported)
  return [...found].toSorted()
}
