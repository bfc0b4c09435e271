import { awaitsParent, handedMetadata, metadataOf } from '#app/from-next/read-module.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ESTree } from 'vite'
import { type Convention, type RoutePattern, isAbove, urlSegments } from '#app/from-next/addresses.ts'
import { guardsOf } from '#app/from-next/guards.ts'
import { fontPackage, geistFont } from '#app/from-next/fonts.ts'
import { listedName, propsOf } from '#app/from-next/module-parts.ts'
import { functionsPath, portedPath } from '#app/from-next/port-elements.ts'
import { type Ported, isActionModule, portModule } from '#app/from-next/port-module.ts'
import type { ApplicationModule, NextApplication, Target } from '#app/from-next/read-application.ts'
import { declaredNames, isReadable, referencesOf } from '#app/from-next/source.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'

export const MDX_COMPILER = '@mdx-js/rollup'

/** Directives of tools that this project does not have. */
const TOOLED_CSS = /@(apply|tailwind|layer|import|reference|theme)\b/

function assetFault(root: string, path: string, installed: ReadonlySet<string>): string | undefined {
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

type Here = { readonly modules: Modules; readonly routes: readonly RoutePattern[] }

/** Adds to modules every module that imports one of them by an edge, each with the reason. */
function spread(reasons: Map<string, string>, modules: Modules, edges: (ported: Ported) => readonly string[]) {
  const links = [...modules].flatMap(([importer, ported]) => edges(ported).map((imported) => ({ importer, imported })))
  const importers = Map.groupBy(links, ({ imported }) => imported)
  // A map is visited with what is added meanwhile.
  for (const path of reasons.keys())
    for (const { importer } of importers.get(path) ?? [])
      if (!reasons.has(importer)) reasons.set(importer, `it imports ${path}`)
  return reasons
}

/** Returns the function that finds exports that are only types, through the modules that pass them on. */
function typeFinder({ modules, resolve }: NextApplication) {
  const isDeclared = (statement: ESTree.Node, name: string): boolean => {
    const own = 'declaration' in statement && statement.declaration ? (statement.declaration as ESTree.Node) : statement
    return /^TS(Interface|TypeAlias)Declaration$/.test(own.type) && declaredNames(own).includes(name)
  }
  const isType = (path: string, name: string, depth = 0): boolean => {
    const source = modules.get(path)?.source
    if (!source || depth > 20) return false
    const entries = source.record.staticExports.flatMap((statement) => statement.entries)
    return entries.some(({ isType: isMarked, exportName, importName, localName, moduleRequest }) => {
      const exported = listedName(exportName)
      if (exported !== name && (isMarked || exported !== '*')) return false
      if (isMarked) return true
      if (!moduleRequest) return source.program.body.some((node) => isDeclared(node, localName.name ?? ''))
      const target = resolve(path, moduleRequest.value)
      const imported = exported === '*' ? name : listedName(importName)
      return target.type === 'file' && isType(target.path, imported, depth + 1)
    })
  }
  return (path: string, name: string): boolean => isType(path, name)
}

const SERVER_PACKAGES =
  /^(pg|postgres|mysql2|better-sqlite3|@prisma\/client|drizzle-orm|@neondatabase\/serverless|@vercel\/(postgres|kv|blob)|mongodb|mongoose|ioredis|bcrypt(js)?|jsonwebtoken|nodemailer|resend|stripe|gray-matter|fs-extra|sharp|fast-glob|globby)$/

/** True for a name of a component, which stands for itself where it is not carried over. */
const isComponentName = (name: string) => /^[A-Z]\w*[a-z]/.test(name)

/**
 * A component is none of the names: what it needs from there is its own affair. `isWhole` is true for a module all of
 * whose exports are such names.
 */
function namesFrom(
  modules: readonly ApplicationModule[],
  resolve: NextApplication['resolve'],
  isRoot: (source: string, target: Target) => boolean,
  isWhole: (module: ApplicationModule) => boolean,
): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  const exported = new Map<string, ReadonlySet<string>>()
  const rootsOf = ({ path, facts }: ApplicationModule) =>
    facts.imports.flatMap(({ source, names, kind, isType }) => {
      if (isType || kind === 'dynamic') return []
      const target = resolve(path, source)
      const known = target.type === 'file' ? exported.get(target.path) : undefined
      const isAll = isRoot(source, target)
      return names.flatMap(({ imported, local }) =>
        isAll || known?.has(imported) || (imported === '*' && known?.size) ? [local] : [],
      )
    })
  const exportsIn = (module: ApplicationModule, names: ReadonlySet<string>) =>
    [...module.facts.exports.values()].filter(({ name, node }) => {
      const isElement = name === 'default' && (module.convention || module.facts.elements.length > 0)
      if (isComponentName(name) || isElement) return false
      const isDefault = name === 'default' && node && referencesOf(node).some((each) => names.has(each.name))
      return isWhole(module) || names.has(name) || isDefault
    })
  for (let isNew = true; isNew;) {
    isNew = false
    for (const module of modules) {
      const { facts, source, path } = module
      const names = new Set(rootsOf(module))
      found.set(path, names)
      if (isActionModule(facts)) continue
      for (let size = -1; size !== names.size;) {
        size = names.size
        for (const statement of source.program.body) {
          if (statement.type === 'ImportDeclaration') continue
          const declared = declaredNames(statement).filter((name) => !isComponentName(name) && !names.has(name))
          if (declared.length > 0 && referencesOf(statement).some(({ name }) => names.has(name)))
            for (const name of declared) names.add(name)
        }
      }
      const own = new Set(exportsIn(module, names).map(({ name }) => name))
      isNew ||= own.size !== (exported.get(path)?.size ?? 0)
      exported.set(path, own)
    }
  }
  return found
}

function stubNames({ modules, resolve }: NextApplication, installed: ReadonlySet<string>) {
  const isLost = (source: string, target: Target) => {
    if (/^(next|next-intl|server-only|client-only)(\/|$)/.test(source)) return false
    const font = geistFont(source)
    if (font !== undefined) return !installed.has(fontPackage(font))
    return target.type === 'missing' || (target.type === 'package' && !installed.has(target.name))
  }
  return namesFrom([...modules.values()], resolve, isLost, () => false)
}

function serverNames({ modules, resolve }: NextApplication) {
  const isClient = ({ facts }: ApplicationModule) =>
    facts.directives.some(({ text, isModule }) => text === 'use client' && isModule)
  return namesFrom(
    [...modules.values()].filter((module) => !isClient(module)),
    resolve,
    (source, target) =>
      source === 'next/headers' ||
      target.type === 'builtin' ||
      (target.type === 'package' && SERVER_PACKAGES.test(target.name)),
    ({ facts }) => facts.imports.some(({ source, isType }) => !isType && source === 'server-only'),
  )
}

/** Modules without components of which the server alone runs some: the browser gets none of them. */
function serverModules(modules: Modules): Set<string> {
  const roots = [...modules].flatMap(([path, { serverOnly }]) => (serverOnly ? [[path, ''] as const] : []))
  const found = spread(new Map(roots), modules, ({ hasComponents, imports, serverImports }) =>
    hasComponents ? [] : imports.filter((path) => !serverImports.has(path)),
  )
  return new Set(found.keys())
}

/** Returns the layouts above the modules that ask for their metadata, the outermost first. */
function layoutsAbove({ modules }: NextApplication): Map<string, readonly ApplicationModule[]> {
  const all = [...modules.values()]
  const segmentsOf = ({ convention }: ApplicationModule) => convention?.segments ?? []
  const layouts = all
    .filter(({ convention }) => convention?.name === 'layout' && convention.slot === undefined)
    .toSorted((one, other) => segmentsOf(one).length - segmentsOf(other).length)
  return new Map(
    all
      .filter(awaitsParent)
      .map((module) => [
        module.path,
        layouts.filter((layout) => layout !== module && isAbove(segmentsOf(layout), segmentsOf(module))),
      ]),
  )
}

export type PortPlan = ReturnType<typeof planPort>

/** Rewrites all modules, and finds where a stub stands for what is not carried over. */
export function planPort(application: NextApplication, installed: ReadonlySet<string>) {
  const routes = routesOf(application)
  const checked = new Map<string, string | undefined>()
  const faultOf = (path: string) => {
    if (!checked.has(path)) checked.set(path, assetFault(application.root, path, installed))
    return checked.get(path)
  }
  const above = layoutsAbove(application)
  const metadataAbove = new Map(
    [...above].map(([path, layouts]) => [
      path,
      layouts.flatMap((layout) => {
        const name = handedMetadata(layout)
        return name === undefined ? [] : [{ from: `#${functionsPath(layout.path)}`, name }]
      }),
    ]),
  )
  const context = {
    routes,
    installed,
    resolve: application.resolve,
    isType: typeFinder(application),
    metadataAbove,
    stubs: stubNames(application, installed),
    serverNames: serverNames(application),
    faultOf,
  }
  const port = (serverOnly: ReadonlySet<string>) =>
    new Map([...application.modules].map(([path, module]) => [path, portModule(module, { ...context, serverOnly })]))
  let modules = port(new Set())
  const serverOnly = serverModules(modules)
  if (serverOnly.size > 0) modules = port(serverOnly)
  const stubbed = [...modules].flatMap(([path, { stubs }]) => stubs.slice(0, 1).map((stub) => [path, stub] as const))
  const partial = spread(new Map(stubbed), modules, ({ imports }) => imports)
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
  return {
    modules,
    /** Modules that run here with stubs in them, or in what they import, and the first of these. */
    partial,
    routes,
    /** Pages and server routes whose guard is not carried over, by their module. */
    guards,
    layouts: new Set(layouts),
    /** Layouts whose metadata a module asks for, and that have them from other modules. */
    lostAbove,
    faultOf,
    importsOf,
  }
}

/** Imports of a file in MDX, each at the beginning of a line. */
const MDX_IMPORT = /^(import\b[^'"\n]{0,200}['"])([^'"\n]{1,200})(['"])/gm

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
export function isRestOfSlot({ name, slot, segments }: Convention, { routes }: Pick<Here, 'routes'>): boolean {
  const address = urlSegments(segments).join('/')
  const isCatchAll = name === 'page' && slot !== undefined && segments.at(-1) === '$'
  return isCatchAll && routes.every((route) => route.join('/') !== address)
}

/** Returns true for a module of a convention whose component or handlers run here as they are. */
export function runsHere({ path, facts, convention }: ApplicationModule, { modules, routes }: Here): boolean {
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
