import { awaitsParent, handedMetadata, metadataOf } from '#app/from-next/read-module.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Convention, type RoutePattern, isAbove, urlSegments } from '#app/from-next/addresses.ts'
import { type Guard, guardsOf } from '#app/from-next/guards.ts'
import { fontPackage, geistFont } from '#app/from-next/fonts.ts'
import { propsOf, typeExportsOf } from '#app/from-next/module-parts.ts'
import { type Context, type Mark, type Ported, isActionModule, portModule } from '#app/from-next/port-module.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'
import { declaredNames, isReadable, referencesOf } from '#app/from-next/source.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'

export type PortPlan = {
  /** Every module, rewritten. */
  readonly modules: ReadonlyMap<string, Ported>
  /** Modules that run here with stubs in them, or in what they import, and which. */
  readonly partial: ReadonlyMap<string, readonly Mark[]>
  readonly routes: readonly RoutePattern[]
  /** Pages and server routes whose guard is not carried over, by their module. */
  readonly guards: ReadonlyMap<string, Guard>
  /** Layouts whose metadata a module asks for, and that have them from other modules. */
  readonly lostAbove: ReadonlyMap<string, readonly string[]>
  /** Folders whose layout can run here. */
  readonly layouts: ReadonlySet<string>
  /** Returns why a file that is no module cannot be copied. */
  readonly faultOf: (path: string) => string | undefined
  /** Returns the files of the application that a file imports. */
  readonly importsOf: (path: string) => readonly string[]
}

/** Folder of the modules that run here. */
export const PORTED = 'app/ported'

/** Returns the place of a file of the application that runs here. JavaScript becomes TypeScript, unchecked. */
export function portedPath(path: string): string {
  return `${PORTED}/${path.replace(/\.[cm]?jsx?$/, '.tsx')}`
}

/** Returns the place of what a page awaits. */
export function functionsPath(path: string): string {
  return portedPath(path).replace(/\.\w+$/, '.functions.tsx')
}

/** The compiler of MDX for Vite. */
export const MDX_COMPILER = '@mdx-js/rollup'

/** Directives of tools that this project does not have. */
const TOOLED_CSS = /@(apply|tailwind|layer|import|reference|theme)\b/

/** Returns why a file that is no module cannot be copied. */
export function assetFault(root: string, path: string, installed: ReadonlySet<string>): string | undefined {
  if (/\.(scss|sass|less|styl)$/.test(path)) return `${path} needs a preprocessor`
  if (
    path.endsWith('.css') &&
    !installed.has('tailwindcss') &&
    isReadable(join(root, path)) &&
    TOOLED_CSS.test(readFileSync(join(root, path), 'utf8'))
  )
    return `${path} is for Tailwind CSS`
  if (path.endsWith('.mdx'))
    return installed.has(MDX_COMPILER) ? undefined : `${path} needs ${MDX_COMPILER}: run the command with --install`
  return /\.(css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|otf|ttf|txt)$/.test(path)
    ? undefined
    : `${path} is not a module`
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

type Modules = ReadonlyMap<string, Ported>
type Reasons = Map<string, Mark[]>

/** Modules that cannot run, including every module that imports one of them by an edge. */
function spread(reasons: Reasons, modules: Modules, edges: (ported: Ported) => readonly string[]): Reasons {
  const importers = new Map<string, string[]>()
  for (const [path, ported] of modules) {
    for (const imported of edges(ported)) {
      const list = importers.get(imported) ?? []
      list.push(path)
      importers.set(imported, list)
    }
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
  return reasons
}

/** Returns the function that finds exports that are only types, through the modules that pass them on. */
function typeFinder({ modules, resolve }: NextApplication): (path: string, name: string) => boolean {
  const read = new Map<string, ReturnType<typeof typeExportsOf>>()
  const isType = (path: string, name: string, depth: number): boolean => {
    const module = modules.get(path)
    if (!module || depth > 20) return false
    const found = read.get(path) ?? typeExportsOf(module.source)
    read.set(path, found)
    if (found.types.has(name)) return true
    return found.others.some(({ source, imported, exported }) => {
      const target = exported === name || exported === '*' ? resolve(path, source) : undefined
      return target?.type === 'file' && isType(target.path, exported === '*' ? name : imported, depth + 1)
    })
  }
  return (path, name) => isType(path, name, 0)
}

/** Packages that run on the server alone. */
const SERVER_PACKAGES =
  /^(pg|postgres|mysql2|better-sqlite3|@prisma\/client|drizzle-orm|@neondatabase\/serverless|@vercel\/(postgres|kv|blob)|mongodb|mongoose|ioredis|bcrypt(js)?|jsonwebtoken|nodemailer|resend|stripe|gray-matter|fs-extra|sharp|fast-glob|globby)$/

/** True for a name of a component, which stands for itself where it is not carried over. */
const isComponentName = (name: string) => /^[A-Z]\w*[a-z]/.test(name)

type Names = Map<string, Set<string>>

/**
 * Finds the exports of each module that end at what is not carried over, or at what the server alone has. A component
 * is neither: what it needs from there is its own affair.
 */
function namesFinder({ modules, resolve }: NextApplication, installed: ReadonlySet<string>): Context['namesIn'] {
  const stubs: Names = new Map()
  const onServer: Names = new Map()
  const [stubExports, serverExports]: [Names, Names] = [new Map(), new Map()]
  const importedFrom = (module: ApplicationModule, exports: Names, isOwn: (source: string) => boolean) =>
    module.facts.imports.flatMap(({ source, names, kind, isType }) => {
      if (isType || kind === 'dynamic') return []
      if (isOwn(source)) return names.map(({ local }) => local)
      const target = resolve(module.path, source)
      const known = target.type === 'file' ? exports.get(target.path) : undefined
      return names.flatMap(({ imported, local }) =>
        known?.has(imported) || (imported === '*' && known?.size) ? [local] : [],
      )
    })
  const isLost = (path: string, source: string) => {
    if (/^(next|next-intl|server-only|client-only)(\/|$)/.test(source)) return false
    const font = geistFont(source)
    if (font !== undefined) return !installed.has(fontPackage(font))
    const target = resolve(path, source)
    return target.type === 'missing' || (target.type === 'package' && !installed.has(target.name))
  }
  const isServerSource = (path: string, source: string) => {
    const target = resolve(path, source)
    return (
      /^next\/headers$/.test(source) ||
      target.type === 'builtin' ||
      (target.type === 'package' && SERVER_PACKAGES.test(target.name))
    )
  }
  /** Adds the names of a module that use some of the names; returns true if there are new ones. */
  const spreadIn = (
    module: ApplicationModule,
    found: Names,
    exports: Names,
    roots: readonly string[],
    isWhole: boolean,
  ) => {
    const { facts, source, path } = module
    const names = new Set(roots)
    const isClosed = isActionModule(facts)
    for (let size = isClosed ? names.size : -1; size !== names.size;) {
      size = names.size
      for (const statement of source.program.body) {
        if (statement.type === 'ImportDeclaration') continue
        const declared = declaredNames(statement).filter((name) => !isComponentName(name))
        if (declared.every((name) => names.has(name))) continue
        if (referencesOf(statement).some(({ name }) => names.has(name))) for (const name of declared) names.add(name)
      }
    }
    found.set(path, names)
    const own = isClosed
      ? []
      : [...facts.exports.values()]
          .filter(({ name, node }) => {
            if (isComponentName(name) || (name === 'default' && (module.convention || facts.elements.length > 0)))
              return false
            if (isWhole) return true
            if (names.has(name)) return true
            return name === 'default' && node !== undefined && referencesOf(node).some((each) => names.has(each.name))
          })
          .map(({ name }) => name)
    const before = exports.get(path)?.size ?? 0
    exports.set(path, new Set(own))
    return own.length !== before
  }
  for (let isNew = true; isNew;) {
    isNew = false
    for (const module of modules.values()) {
      const { path, facts } = module
      const lost = importedFrom(module, stubExports, (source) => isLost(path, source))
      isNew = spreadIn(module, stubs, stubExports, lost, false) || isNew
      const isClient = facts.directives.some(({ text, isModule }) => text === 'use client' && isModule)
      const isWhole = !isClient && facts.imports.some(({ source, isType }) => !isType && source === 'server-only')
      const server = isClient ? [] : importedFrom(module, serverExports, (source) => isServerSource(path, source))
      isNew = spreadIn(module, onServer, serverExports, server, isWhole) || isNew
    }
  }
  return ({ path }) => ({ stubs: stubs.get(path) ?? new Set(), serverNames: onServer.get(path) ?? new Set() })
}

/** Modules without components of which the server alone runs some: the browser gets none of them. */
function serverModules(modules: Modules): Set<string> {
  const roots = [...modules].filter(([, { serverOnly }]) => serverOnly).map(([path]): [string, Mark[]] => [path, []])
  const found = spread(new Map(roots), modules, ({ hasComponents, imports, serverImports }) =>
    hasComponents ? [] : imports.filter((path) => !serverImports.has(path)),
  )
  return new Set(found.keys())
}

/** Returns the layouts above the modules that ask for their metadata, the outermost first. */
function layoutsAbove({ modules }: NextApplication): Map<string, readonly ApplicationModule[]> {
  const all = [...modules.values()]
  const layouts = all
    .filter(({ convention }) => convention?.name === 'layout' && convention.slot === undefined)
    .toSorted((one, other) => (one.convention?.segments.length ?? 0) - (other.convention?.segments.length ?? 0))
  const above = ({ path, convention }: ApplicationModule) =>
    layouts.filter(
      (layout) => layout.path !== path && isAbove(layout.convention?.segments ?? [], convention?.segments ?? []),
    )
  return new Map(all.filter(awaitsParent).map((module) => [module.path, above(module)]))
}

/** Rewrites all modules, and finds where a stub stands for what is not carried over. */
export function planPort(application: NextApplication, installed: ReadonlySet<string>): PortPlan {
  const routes = routesOf(application)
  const checked = new Map<string, string | undefined>()
  const { resolve } = application
  const faultOf = (path: string) => {
    if (!checked.has(path)) checked.set(path, assetFault(application.root, path, installed))
    return checked.get(path)
  }
  let serverOnly = new Set<string>()
  const above = layoutsAbove(application)
  const handing = new Set([...above.values()].flat().map(({ path }) => path))
  const functionsOf = (path: string) => `#${functionsPath(path)}`
  const context = {
    routes,
    installed,
    resolve,
    isType: typeFinder(application),
    importOf: (path: string) => `#${portedPath(path)}`,
    functionsOf,
    handsOn: (path: string) => handing.has(path),
    metadataAbove: (path: string) =>
      (above.get(path) ?? []).flatMap((layout) => {
        const name = handedMetadata(layout)
        return name === undefined ? [] : [{ from: functionsOf(layout.path), name }]
      }),
    namesIn: namesFinder(application, installed),
    isServerOnly: (path: string) => serverOnly.has(path),
    faultOf,
  }
  const port = () => new Map([...application.modules].map(([path, module]) => [path, portModule(module, context)]))
  let modules = port()
  serverOnly = serverModules(modules)
  if (serverOnly.size > 0) modules = port()
  const partial = spread(
    new Map([...modules].flatMap(([path, { stubs }]) => (stubs.length > 0 ? [[path, [...stubs]] as const] : []))),
    modules,
    ({ imports }) => imports,
  )
  const layouts = [...application.modules.values()].flatMap((module) =>
    module.convention?.name === 'layout' &&
    module.convention.slot === undefined &&
    runsHere(module, { modules, routes })
      ? [module.convention.segments.join('/')]
      : [],
  )
  // A layout whose check is a stub shows nothing, and the data of the pages below it need the guard too.
  const guards = guardsOf(
    application,
    routes,
    (module) => runsHere(module, { modules, routes }) && !partial.has(module.path),
  )
  const importsOf = (path: string) =>
    modules.get(path)?.imports ?? (path.endsWith('.mdx') ? portMdx(application, path).imports : [])
  const lostAbove = new Map(
    [...above].map(([path, list]) => [
      path,
      list
        .filter((layout) => metadataOf(layout.facts) && handedMetadata(layout) === undefined)
        .map((layout) => layout.path),
    ]),
  )
  return { importsOf, modules, partial, routes, guards, layouts: new Set(layouts), faultOf, lostAbove }
}

/** Imports of a file in MDX, each at the beginning of a line. */
const MDX_IMPORT = /^(import\b[^'"\n]{0,200}['"])([^'"\n]{1,200})(['"])/gm

/** Rewrites the imports of a file in MDX. */
export function portMdx(application: NextApplication, path: string): { text: string; imports: string[] } {
  const { resolve } = application
  const imports: string[] = []
  const text = readFileSync(join(application.root, path), 'utf8').replace(
    MDX_IMPORT,
    (whole, before: string, source: string, after: string) => {
      const target = resolve(path, source)
      if (target.type !== 'file') return whole
      imports.push(target.path)
      return `${before}#${portedPath(target.path)}${after}`
    },
  )
  return { text, imports }
}

/** Returns files that run here and all that they import. */
export function withImports(plan: PortPlan, entries: readonly string[]): string[] {
  const found = new Set(entries)
  for (const path of found) for (const imported of plan.importsOf(path)) found.add(imported)
  return [...found].toSorted()
}

/** Props that components of a convention get here. Those of a layout are its slots. */
const PROPS: Readonly<Record<string, readonly string[] | undefined>> = {
  page: ['params', 'searchParams', '*'],
  default: ['params', '*'],
  template: ['children'],
  error: ['error', 'reset'],
}

/** True for the catch-all of a slot where the application has no such page: it is for all pages below, and no address. */
export function isRestOfSlot({ name, slot, segments }: Convention, { routes }: Pick<PortPlan, 'routes'>): boolean {
  const address = urlSegments(segments).join('/')
  const isCatchAll = name === 'page' && slot !== undefined && segments.at(-1) === '$'
  return isCatchAll && routes.every((route) => route.join('/') !== address)
}

/** Returns true for a module of a convention whose component or handlers run here as they are. */
export function runsHere(
  { path, facts, convention }: ApplicationModule,
  { modules, routes }: Pick<PortPlan, 'modules' | 'routes'>,
): boolean {
  if (convention?.name === 'route') return true
  if (!convention || modules.get(path)?.reason) return false
  const component = facts.exports.get('default')
  if (!component?.fn) return false
  const props = propsOf(component)
  if (isRestOfSlot(convention, { routes }) && props.length > 0) return false
  const isLayout = convention.name === 'layout' && convention.router === 'app'
  const allowed = convention.router === 'app' ? (PROPS[convention.name] ?? []) : []
  return isLayout || props.every((prop) => allowed.includes(prop))
}

/** Returns the modules of `/sitemap.xml` and `/robots.txt` that run here. Several sitemaps have to be moved by hand. */
export function listsOf({ modules }: PortPlan, all: Iterable<ApplicationModule>): ApplicationModule[] {
  return [...all].filter(
    ({ path, facts, convention }) =>
      convention !== undefined &&
      /^(sitemap|robots)$/.test(convention.name) &&
      convention.segments.length === 0 &&
      modules.get(path)?.stubs.length === 0 &&
      facts.exports.get('default')?.fn !== undefined &&
      !facts.exports.has('generateSitemaps'),
  )
}

/** Returns what the address of a page collides with in this project. */
export function collisionOf(convention: Convention, taken: ReadonlyMap<string, string>): string | undefined {
  if (!/^(page|route|api)$/.test(convention.name)) return undefined
  const path = `/${urlSegments(convention.segments).join('/')}`.replaceAll(/\[(.)\]/g, '$1')
  return reservedAt(path) === undefined ? taken.get(path.split('/', 2)[1] ?? '') : 'the server'
}

/**
 * True if every page that needs a module is guarded: then the server functions of the module are, too.
 *
 * @param needing the pages and server routes that import it, itself included
 */
export function isGuarded(plan: PortPlan, needing: readonly string[]): boolean {
  return needing.length > 0 && needing.every((path) => plan.guards.has(path))
}
