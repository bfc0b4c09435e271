import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { appConvention, type Convention, pagesConvention, staticSegment } from '#app/from-next/conventions.ts'
import { isReadable, listFiles } from '#app/from-next/list-files.ts'
import { parseSource, SOURCE, type Source } from '#app/from-next/parse-source.ts'
import { type NextConfig, readConfig } from '#app/from-next/read-config.ts'
import { type ModuleFacts, readModule } from '#app/from-next/read-module.ts'
import { importResolver } from '#app/from-next/resolve-import.ts'
import { runConfig } from '#app/from-next/run-config.ts'
import { SourceError } from '#app/from-next/source-error.ts'

/** A module of the application, with its place in the routes if it has one. */
export type ApplicationModule = {
  readonly path: string
  readonly source: Source
  readonly facts: ModuleFacts
  readonly convention: Convention | undefined
}

export type NextApplication = {
  /** Its real path. */
  readonly root: string
  /** All files, from the root. */
  readonly files: readonly string[]
  readonly modules: ReadonlyMap<string, ApplicationModule>
  /** Files of a convention that are no modules: `icon.png`, `page.mdx`. */
  readonly conventions: ReadonlyMap<string, Convention>
  readonly config: NextConfig | undefined
  /** Segments of `basePath`, which routes here begin with. */
  readonly basePath: readonly string[]
  readonly packages: Readonly<Record<string, string>>
  /** Source files that are too large to read. */
  readonly unread: readonly string[]
}

const NOT_APPLICATION = /\.(test|spec|stories)\.[cm]?[jt]sx?$/

const CONFIG = /^next\.config\.[cm]?[jt]s$/

const MAX_FAULTS = 20

function readPackages(root: string): Record<string, string> {
  const path = join(root, 'package.json')
  if (!existsSync(path)) return {}
  try {
    type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    return { ...devDependencies, ...dependencies }
  } catch (error) {
    throw new SourceError(`${path} is not JSON: ${(error as Error).message}`)
  }
}

/** Returns the folder of a router: at the root or in `src`. */
function routerFolder(files: readonly string[], name: 'app' | 'pages'): string | undefined {
  return [name, `src/${name}`].find((folder) => files.some((file) => file.startsWith(`${folder}/`)))
}

/** Returns the function that finds what a file is in the routes, which are below the base path. */
function conventionReader(
  files: readonly string[],
  basePath: readonly string[],
): (path: string) => Convention | undefined {
  const [app, pages] = [routerFolder(files, 'app'), routerFolder(files, 'pages')]
  const base = basePath.map(staticSegment)
  const below = (found: Convention | undefined): Convention | undefined =>
    found && {
      ...found,
      segments: [...base, ...found.segments],
      ...(found.slotIn && { slotIn: [...base, ...found.slotIn] }),
      ...(found.interceptsIn && { interceptsIn: [...base, ...found.interceptsIn] }),
    }
  return (path) => {
    if (app !== undefined && path.startsWith(`${app}/`)) return below(appConvention(path.slice(app.length + 1)))
    const isPage = pages !== undefined && path.startsWith(`${pages}/`)
    return isPage ? below(pagesConvention(path.slice(pages.length + 1))) : undefined
  }
}

/** Returns the segments of `basePath`. */
function basePathOf(config: NextConfig | undefined): string[] {
  const value = config?.entries.get('basePath')?.value?.value
  return typeof value === 'string' ? value.split('/').filter(Boolean) : []
}

/** @throws SourceError if the files are not those of a Next.js application */
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

/** Reads modules again that import the navigation of next-intl from the module that makes it. */
function readNavigation(
  application: Pick<NextApplication, 'root' | 'files'>,
  modules: Map<string, ApplicationModule>,
): void {
  const makers = new Set(
    [...modules.values()]
      .filter(({ facts }) => facts.calls.some(({ name }) => name === 'next-intl/navigation#createNavigation'))
      .map(({ path }) => path),
  )
  if (makers.size === 0) return
  const resolve = importResolver(application)
  for (const [path, module] of modules) {
    const isNavigation = (specifier: string) => {
      const target = resolve(path, specifier)
      return target.type === 'file' && makers.has(target.path)
    }
    if (module.facts.imports.some(({ source }) => isNavigation(source))) {
      modules.set(path, { ...module, facts: readModule(module.source, isNavigation) })
    }
  }
}

/** Reads `next.config` as text, or runs it. A syntax error is returned, to be listed with others. */
function readConfigFile(
  root: string,
  files: readonly string[],
  runsConfig: boolean,
): { config?: NextConfig; fault?: string } {
  const file = files.find((path) => CONFIG.test(path) && isReadable(join(root, path)))
  if (file === undefined) return {}
  const parsed = parseSource(file, readFileSync(join(root, file), 'utf8'))
  if (parsed.type === 'fault') return { fault: parsed.fault }
  const config = readConfig(parsed.source)
  return { config: runsConfig ? runConfig(root, config) : config }
}

/**
 * Reads a Next.js application. Runs nothing of it, unless `runsConfig` is set: then its `next.config`.
 *
 * @throws SourceError with what is wrong with it
 */
export function readApplication(path: string, { runsConfig = false } = {}): NextApplication {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new SourceError(`${path} is not a folder`)
  const root = realpathSync(path)
  const files = listFiles(root)
  const packages = readPackages(root)
  checkApplication(root, files, packages)
  const { config, fault } = readConfigFile(root, files, runsConfig)
  const basePath = basePathOf(config)
  const conventionOf = conventionReader(files, basePath)
  const modules = new Map<string, ApplicationModule>()
  const conventions = new Map<string, Convention>()
  const unread: string[] = []
  const faults: string[] = fault === undefined ? [] : [fault]
  for (const file of files) {
    if (CONFIG.test(file)) continue
    const convention = conventionOf(file)
    const isSource = SOURCE.test(file) && !NOT_APPLICATION.test(file) && !file.startsWith('public/')
    if (!isSource || !isReadable(join(root, file))) {
      if (isSource) unread.push(file)
      else if (convention) conventions.set(file, convention)
      continue
    }
    try {
      const parsed = parseSource(file, readFileSync(join(root, file), 'utf8'))
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
  readNavigation({ root, files }, modules)
  return { root, files, modules, conventions, config, basePath, packages, unread }
}
