import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import {
  COMPUTED,
  type Convention,
  type RoutePattern,
  appConvention,
  isAbove,
  pagesConvention,
  urlSegments,
} from './addresses.ts'
import { mdxModule } from './mdx.ts'
import { type NextConfig, exportedNode, readConfig, runConfig } from './read-config.ts'
import { type ModuleFacts, readModule } from './read-module.ts'
import { SOURCE, type Source, SourceError, isReadable, listFiles, parseSource, readSmallFile } from './source.ts'
import { type Constants, constantsOf, staticValue } from './static-value.ts'

/** The target of an import: files of the application, several for a computed name, a module of Node, or a package. */
type Target =
  | { readonly type: 'file'; readonly path: string; readonly paths: readonly string[] }
  | { readonly type: 'missing' }
  | { readonly type: 'builtin' }
  | { readonly type: 'package'; readonly name: string }

type Files = { readonly root: string; readonly files: readonly string[] }

/** An alias of imports: `prefix*suffix`, or a whole name without `suffix`, and the places that it stands for. */
type Alias = { readonly prefix: string; readonly suffix: string | undefined; readonly targets: readonly string[] }

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.d.ts']

const ENDINGS = ['', ...EXTENSIONS, ...EXTENSIONS.map((extension) => `/index${extension}`)]

/** Reads `paths` of tsconfig.json or jsconfig.json, which may have comments. */
function readAliases({ root }: Files): Alias[] {
  const file = ['tsconfig.json', 'jsconfig.json'].find((name) => existsSync(join(root, name)))
  if (file === undefined) return []
  const parsed = parseSource('config.ts', `const config = ${readSmallFile(root, file)}`)
  const node = parsed.type === 'parsed' ? constantsOf(parsed.source.program).get('config') : undefined
  type Config = { compilerOptions?: { baseUrl?: string; paths?: Record<string, unknown> } }
  const { compilerOptions } = ((node && staticValue(node, new Map())?.value) ?? {}) as Config
  const base = compilerOptions?.baseUrl ?? '.'
  const aliases = Object.entries(compilerOptions?.paths ?? {}).map(([pattern, targets]): Alias => {
    const [prefix = '', suffix] = pattern.split('*', 2)
    const list = Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : []
    return { prefix, suffix, targets: list.map((target) => posix.join(base, target)) }
  })
  const fromBase: Alias = { prefix: '', suffix: '', targets: [posix.join(base, '*')] }
  // TypeScript takes the longest prefix that matches.
  aliases.sort((one, other) => other.prefix.length - one.prefix.length)
  return compilerOptions?.baseUrl === undefined ? aliases : [...aliases, fromBase]
}

/** Returns the places of an import by an alias; `undefined` if the alias does not match. */
function aliasTargets({ prefix, suffix, targets }: Alias, specifier: string): string[] | undefined {
  if (suffix === undefined) return specifier === prefix ? [...targets] : undefined
  const isMatch = specifier.startsWith(prefix) && specifier.endsWith(suffix)
  if (!isMatch || specifier.length < prefix.length + suffix.length) return undefined
  const middle = specifier.slice(prefix.length, specifier.length - suffix.length)
  return targets.map((target) => target.replace('*', () => middle))
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Packages with Next.js in their name that do not need it. */
const PLAIN_PACKAGES = /^next-(themes|mdx-remote|tick)$|^@t3-oss\/env-nextjs$/

/** True for a package that needs the router or the build of Next.js. */
export const isForNext = (name: string): boolean =>
  /(^|[@/-])next(js|ra|-?auth)?([-/]|$)|^(geist|@vercel\/og)$/.test(name) && !PLAIN_PACKAGES.test(name)

function importResolver(application: Files): (from: string, specifier: string) => Target {
  const aliases = readAliases(application)
  const files = new Set(application.files)
  const fileAt = (path: string | undefined): Target | undefined => {
    const [start = '', ...more] = (path ?? '').split(COMPUTED)
    const end = more.at(-1)
    const base = start.replace(/\.js$/, '')
    const paths =
      end === undefined
        ? [start, base].flatMap((each) => ENDINGS.map((ending) => each + ending)).filter((each) => files.has(each))
        : application.files.filter((each) => each.startsWith(start) && each.endsWith(end))
    return paths[0] === undefined
      ? undefined
      : { type: 'file', path: paths[0], paths: end === undefined ? [paths[0]] : paths }
  }
  return (from, specifier) => {
    if (specifier.startsWith('.')) {
      return fileAt(posix.join(posix.dirname(from), specifier)) ?? { type: 'missing' }
    }
    for (const alias of aliases) {
      const targets = aliasTargets(alias, specifier)
      const file = targets?.map((target) => fileAt(posix.normalize(target))).find((each) => each !== undefined)
      if (file) return file
      // An alias for everything does not make a package a missing file.
      if (targets && alias.prefix !== '') return { type: 'missing' }
    }
    if (/^((@|~)?\/|#)/.test(specifier)) return { type: 'missing' }
    if (specifier.startsWith('node:') || builtinModules.includes(packageName(specifier))) return { type: 'builtin' }
    return { type: 'package', name: packageName(specifier) }
  }
}

/** A module of the application, with its place in the routes if it has one. */
export type ApplicationModule = {
  readonly path: string
  readonly source: Source
  readonly facts: ModuleFacts
  readonly convention: Convention | undefined
}

export type NextApplication = {
  readonly root: string
  readonly files: readonly string[]
  readonly resolve: (from: string, specifier: string) => Target
  readonly modules: ReadonlyMap<string, ApplicationModule>
  /** Files of a convention that are no modules: `icon.png`, `page.mdx`. */
  readonly conventions: ReadonlyMap<string, Convention>
  readonly config: NextConfig | undefined
  /** The path that the whole application is served below; empty for none. */
  readonly basePath: string
  readonly packages: Readonly<Record<string, string>>
  /** Source files that are too large to read. */
  readonly unread: readonly string[]
}

/** Returns the routes of pages and server routes, without pages of slots and pages that open over others. */
export function routesOf({ modules, conventions }: NextApplication): RoutePattern[] {
  const all = [...[...modules.values()].map(({ convention }) => convention), ...conventions.values()]
  return all.flatMap((convention) => (convention && hasAddress(convention) ? [urlSegments(convention.segments)] : []))
}

export const hasAddress = ({ name, slot, interceptsIn }: Convention): boolean =>
  /^(page|route|api)$/.test(name) && !interceptsIn && slot === undefined

/** Returns the modules of a convention around a page, the nearest last: layouts, for instance. */
export const aboveOf = ({ router, segments, name }: Convention, { modules }: NextApplication, names: RegExp) =>
  [...modules.values()]
    .filter(
      ({ convention }) =>
        name !== 'route' &&
        name !== 'api' &&
        convention?.router === router &&
        names.test(convention.name) &&
        convention.slot === undefined &&
        !convention.interceptsIn &&
        isAbove(convention.segments, segments),
    )
    .toSorted((one, other) => posix.dirname(one.path).length - posix.dirname(other.path).length)

/** Returns the files that a module needs through its imports, without files that only have types. */
export function filesOf({ modules, resolve }: NextApplication, path: string): Set<string> {
  const found = new Set([path])
  // The iteration includes files that are added during it.
  for (const file of found) {
    if (file.endsWith('.mdx'))
      for (const each of modules.keys()) if (/^(src\/)?mdx-components\.[jt]sx?$/.test(each)) found.add(each)
    for (const { source, isType } of modules.get(file)?.facts.imports ?? []) {
      const target = isType ? undefined : resolve(file, source)
      for (const each of target?.type === 'file' ? target.paths : []) found.add(each)
    }
  }
  return found
}

/** Files of tools. The application does not need their packages. */
export const TOOL = /(^|\/)[\w.-]*(config|setup)\.[cm]?[jt]s$/

/**
 * Returns the packages that modules import, each with its version, without Next.js, React, packages with a row in the
 * mappings, and marks of a side.
 */
export function packagesOf(
  { modules, packages, resolve }: NextApplication,
  paths: Iterable<string>,
): Map<string, string | undefined> {
  const names = [...paths].flatMap((path) => {
    const imports = TOOL.test(path) ? [] : (modules.get(path)?.facts.imports ?? [])
    return imports.flatMap(({ source, isType }) => {
      const target = resolve(path, source)
      return target.type === 'package' &&
        !isType &&
        !/^(next|next-intl|react|react-dom|server-only|client-only)$/.test(target.name)
        ? [target.name]
        : []
    })
  })
  return new Map(names.toSorted().map((name) => [name, packages[name]]))
}

const NOT_APPLICATION = /\.(test|spec|stories)\.[cm]?[jt]sx?$/

const CONFIG = /^next\.config\.[cm]?[jt]s$/

const MAX_FAULTS = 20

/** Returns the versions of the packages in package.json; none if there is no such file. */
export function readPackages(root: string): Record<string, string> {
  const path = 'package.json'
  if (!existsSync(join(root, path))) return {}
  const text = readSmallFile(root, path)
  try {
    type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest
    return { ...devDependencies, ...dependencies }
  } catch (error) {
    throw new SourceError(`${join(root, path)} is not JSON: ${(error as Error).message}`)
  }
}

function routerFolder(files: readonly string[], name: 'app' | 'pages'): string | undefined {
  return [name, `src/${name}`].find((folder) => files.some((file) => file.startsWith(`${folder}/`)))
}

function conventionReader(files: readonly string[]): (path: string) => Convention | undefined {
  const [app, pages] = [routerFolder(files, 'app'), routerFolder(files, 'pages')]
  return (path) => {
    if (app !== undefined && path.startsWith(`${app}/`)) return appConvention(path.slice(app.length + 1))
    const isPage = pages !== undefined && path.startsWith(`${pages}/`)
    return isPage ? pagesConvention(path.slice(pages.length + 1)) : undefined
  }
}

/**
 * Returns the base path of a config.
 *
 * @throws SourceError for a segment that is not a name
 */
function basePathOf(config: NextConfig | undefined): string {
  const entry = config?.entries.get('basePath')
  const value = entry?.value?.value
  if (!config || !entry || typeof value !== 'string') return ''
  const segments = value.split('/').filter(Boolean)
  const fault = segments.find((segment) => !/^[\w~-][\w.~-]*$/.test(segment))
  if (fault === undefined) return segments.map((segment) => `/${segment}`).join('')
  const why = `basePath ${JSON.stringify(value)} has the segment ${JSON.stringify(fault)}; allowed: a path such as /docs`
  throw new SourceError(`${config.path}:${entry.line}: ${why}`)
}

/**
 * Checks that the files are a Next.js application.
 *
 * @throws SourceError if they are not
 */
function checkApplication(root: string, files: readonly string[], packages: Record<string, string>): void {
  const isNext = 'next' in packages || files.some((file) => CONFIG.test(file))
  const hasRoutes = routerFolder(files, 'app') ?? routerFolder(files, 'pages')
  if (isNext && hasRoutes) return
  const why = isNext
    ? 'has no folder app, pages, src/app or src/pages'
    : 'has neither next in package.json nor a next.config'
  const nested = files.filter((file) => /.\/next\.config\.[cm]?[jt]s$/.test(file)).map((file) => posix.dirname(file))
  const hint = nested.length > 0 ? `; perhaps it is ${nested.slice(0, 5).join(' or ')}` : ''
  throw new SourceError(`${root} is not a Next.js application: it ${why}${hint}`)
}

/** Returns the constants that a module imports from other modules of the application, by their names in it. */
export function importedConstants(
  { path, facts }: ApplicationModule,
  { modules, resolve }: Pick<NextApplication, 'modules' | 'resolve'>,
): Constants {
  const entries = facts.imports.flatMap(({ source, names, kind }) => {
    const target = kind === 'import' ? resolve(path, source) : undefined
    const other = target?.type === 'file' ? modules.get(target.path) : undefined
    if (!other) return []
    const constants = constantsOf(other.source.program)
    return names.flatMap(({ imported, local }) => {
      const common = imported === 'default' ? exportedNode(other.source) : undefined
      const node = other.facts.exports.get(imported)?.node ?? common
      return node ? [[local, { type: 'Imported', node, constants }] as const] : []
    })
  })
  return new Map(entries)
}

/**
 * Reads modules that need others: imports of next-intl's navigation need the module that creates it, and metadata needs
 * its constants.
 */
function readWithOthers(modules: Map<string, ApplicationModule>, resolve: NextApplication['resolve']): void {
  const makers = new Set(
    [...modules.values()]
      .filter(({ facts }) => facts.calls.some(({ name }) => name === 'next-intl/navigation#createNavigation'))
      .map(({ path }) => path),
  )
  for (const [path, module] of modules) {
    const { facts, source } = module
    const isNavigation = (specifier: string) => {
      const target = makers.size > 0 ? resolve(path, specifier) : undefined
      return target?.type === 'file' && makers.has(target.path)
    }
    const metadata = facts.exports.get('metadata')
    const isOpen = metadata && !(metadata.value && metadata.computed.length === 0)
    if (!isOpen && !facts.imports.some((fact) => isNavigation(fact.source))) continue
    const constants = isOpen ? importedConstants(module, { modules, resolve }) : undefined
    modules.set(path, { ...module, facts: readModule(source, isNavigation, constants) })
  }
}

/**
 * Reads a Next.js application. Runs none of its code, unless `runsConfig` is set: then it runs `next.config`.
 *
 * @throws SourceError with the fault of the application
 */
export function readApplication(path: string, { runsConfig = false } = {}): NextApplication {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new SourceError(`${path} is not a folder`)
  const root = realpathSync(path)
  const files = listFiles(root)
  const packages = readPackages(root)
  checkApplication(root, files, packages)
  const configFile = files.find((file) => CONFIG.test(file) && isReadable(join(root, file)))
  const parsedConfig = configFile === undefined ? undefined : parseSource(configFile, readSmallFile(root, configFile))
  const configText = parsedConfig?.type === 'parsed' ? readConfig(parsedConfig.source) : undefined
  const config = configText && runsConfig ? runConfig(root, configText) : configText
  const basePath = basePathOf(config)
  const conventionOf = conventionReader(files)
  const modules = new Map<string, ApplicationModule>()
  const conventions = new Map<string, Convention>()
  const unread: string[] = []
  // A syntax error of the config is listed with the others.
  const faults = parsedConfig?.type === 'fault' ? [parsedConfig.fault] : []
  for (const file of files) {
    if (CONFIG.test(file)) continue
    const convention = conventionOf(file)
    const isMdx = file.endsWith('.mdx')
    const isSource = (SOURCE.test(file) || isMdx) && !NOT_APPLICATION.test(file) && !file.startsWith('public/')
    if (!isSource || !isReadable(join(root, file))) {
      if (isSource) unread.push(file)
      else if (convention) conventions.set(file, convention)
      continue
    }
    try {
      const own = readFileSync(join(root, file), 'utf8')
      const parsed = parseSource(file, isMdx ? mdxModule(own) : own)
      if (parsed.type === 'fault') faults.push(parsed.fault)
      else modules.set(file, { path: file, source: parsed.source, facts: readModule(parsed.source), convention })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      faults.push(`${file}: expressions are nested too deeply`)
    }
  }
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS ? [`and ${faults.length - MAX_FAULTS} more`] : []
    throw new SourceError([...faults.slice(0, MAX_FAULTS), ...more].join('\n'))
  }
  const resolve = importResolver({ root, files })
  readWithOthers(modules, resolve)
  return { root, files, resolve, modules, conventions, config, basePath, packages, unread }
}
