import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, matchesGlob, relative } from 'node:path'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, TransformResult } from 'vite'
import { cacheEntry, pruneCache } from '#app/host/vite/build-cache.ts'

/**
 * Sources whose compiled form depends on more than their text, or which a plugin has to see: handlers of server functions,
 * globs, hot updates, and variables of the environment but for Vite's constants.
 */
const STATEFUL = /\.\s*handler\s*\(|import\.meta\.(?:glob|hot|env(?!\.(?:SSR|DEV|PROD)\b))/

/** Functions of Start that a module of the project may have from anywhere. A package has them from what is installed. */
const START_FN = /\bcreate(?:ServerFn|Middleware|Start)\b|\bClientOnly\b|\bHydrate\b/

/** Functions of one environment, which Start compiles where they are its own. */
const ENVIRONMENT_FN = /\bcreate(?:Isomorphic|ServerOnly|ClientOnly)Fn\b/g
const START_IMPORT = /\bimport\s*\{([^{}]*)\}\s*from\s*['"]@tanstack\/\w+-start['"]/g

const isInPackage = (file: string): boolean => file.includes('/node_modules/')

/** Tells whether a module is compiled by its text alone, and what is installed. Pure. */
export function isStateless(source: string, file: string): boolean {
  if (STATEFUL.test(source)) return false
  if (isInPackage(file)) return true
  if (START_FN.test(source)) return false
  const fromStart = [...source.matchAll(START_IMPORT)].map(([, names]) => names).join()
  return (source.match(ENVIRONMENT_FN) ?? []).every((name) => fromStart.includes(name))
}

/** Files whose modules are kept: scripts of the project and of packages. */
const SCRIPT = /^[^?]*\.[jt]sx?$/

/**
 * Imports that Start warns of, those by a pattern, which Vite knows from compiling them, and what a route shares with its
 * components: the router knows it from compiling the route.
 */
const SEEN_BY_PLUGIN = /import-protection|dynamic-import-helper|[?&]tsr-shared\b/

/** Tells whether an import may be kept. Others from outside of the project Vite permits when it compiles them. Pure. */
function isPlain(name: string): boolean {
  const isInside = !name.startsWith('/@fs/') || (isInPackage(name) && SCRIPT.test(name))
  return isInside && !SEEN_BY_PLUGIN.test(name)
}

/** Files that any module may be compiled by: the plugins, their options and their packages. */
const INPUTS = [
  'app.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig*.json',
  'app/**/tsconfig*.json',
  'app/**/vite/*.ts',
  'app/*/vite-plugin.ts',
]

/** A module that Vite has compiled, and the modules that it imports. */
type Stored = { result: TransformResult; imports: [url: string, id: string][] }

/** Returns a hash of what all entries depend on. A plugin that is defined elsewhere is known by the text of its functions. */
function hashShared({ config, name }: DevEnvironment, root: string): string {
  const plugins = config.plugins.map((plugin) => [plugin.name, plugin.load, plugin.transform])
  const text = (_: string, value: unknown) =>
    typeof value === 'function' || value instanceof RegExp ? String(value) : value
  const define = Object.entries(config.define ?? {}).filter(([key]) => !key.startsWith('import.meta.env'))
  const options = [config.root, config.base, config.mode, config.resolve, config.oxc, define, plugins]
  const files = globSync(INPUTS, { cwd: root }).toSorted()
  const contents = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')])
  return hash('sha256', [process.version, name, JSON.stringify(options, text), ...contents].join('\0'))
}

/** The specifier of a stored import: plugins mark the ids of their virtual modules, and know them without the mark. */
const specifierOf = (url: string): string => (url.startsWith('\0') ? url.slice(1).replace('%23', '#') : url)

type Entry = ReturnType<typeof cacheEntry>

/**
 * Puts a module into the graph as it was when it was stored. Its imports are resolved anew, which also tells plugins what
 * imports what. Resolves to `undefined` if the module would be another today.
 */
async function restore(
  entry: Entry,
  module: EnvironmentModuleNode,
  environment: DevEnvironment,
  since: number,
): Promise<TransformResult | undefined> {
  const { moduleGraph, pluginContainer } = environment
  const bytes = await entry.read()
  if (!bytes) return undefined
  const { result, imports } = JSON.parse(String(bytes)) as Stored
  const found = await Promise.all(
    imports.map(([url]) => pluginContainer.resolveId(specifierOf(url), module.id ?? undefined)),
  )
  if (found.some((resolved, index) => !resolved || resolved.id !== imports[index]?.[1])) return undefined
  const nodes = await Promise.all(
    imports.map(async ([url, id]) => moduleGraph.getModuleById(id) ?? (await moduleGraph.ensureEntryFromUrl(url))),
  )
  await moduleGraph.updateModuleInfo(module, new Set(nodes), null, new Set(), null, false)
  if (module.lastInvalidationTimestamp !== since) return undefined
  moduleGraph.updateModuleTransformResult(module, result)
  for (const url of result.deps ?? []) void environment.warmupRequest(url)
  return result
}

/** Stores a module with plain imports, which its text names: another could be of a file that a plugin has read. */
function store(
  entry: Entry,
  module: EnvironmentModuleNode,
  result: TransformResult,
  isNamed: (file: string | null) => boolean,
): void {
  const imports: Stored['imports'] = []
  for (const { url, id, file } of module.importedModules) {
    if (!id || !isPlain(url) || !isPlain(id) || !isNamed(file)) return
    imports.push([url, id])
  }
  if (module.isSelfAccepting) return
  const stored: Stored = { result, imports }
  entry.writeSync(Buffer.from(JSON.stringify(stored)))
}

/** Time for the first page, before the modules that it compiled are written. */
const SAVE_DELAY_MS = 3_000

type ModuleCache = { save: () => void; end: () => void }

/**
 * Takes modules from an earlier start when they are requested first. Later requests are of changed modules.
 *
 * @returns `save`, which writes what has been compiled, and `end`, after which none is taken or written
 */
function cacheModules(environment: DevEnvironment, root: string, folder: string | undefined): ModuleCache {
  const { moduleGraph } = environment
  const transform = environment.transformRequest.bind(environment)
  const shared = hashShared(environment, root)
  const requested = new Map<string, Promise<void>>()
  const unsaved: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let isOn = true

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    for (const saveOne of unsaved.splice(0)) {
      try {
        saveOne()
      } catch {
        // A module that cannot be read or written is compiled again.
      }
    }
  }

  async function take(url: string, module: EnvironmentModuleNode, id: string): Promise<TransformResult | null> {
    const since = module.lastInvalidationTimestamp
    const source = await readFile(id, 'utf8').catch(() => undefined)
    if (source === undefined || !isStateless(source, id)) return transform(url)
    const entry = cacheEntry([shared, id, source], folder)
    // An entry that cannot be read is none.
    const restored = await restore(entry, module, environment, since).catch(() => undefined)
    if (restored) return restored
    const result = await transform(url)
    const isNamed = (file: string | null) =>
      !file?.startsWith(`${root}/`) || file === id || isInPackage(file) || source.includes(basename(file))
    unsaved.push(() => {
      const isCurrent = isOn && module.lastInvalidationTimestamp === since && readFileSync(id, 'utf8') === source
      if (result && isCurrent) store(entry, module, result, isNamed)
    })
    timer ??= setTimeout(save, SAVE_DELAY_MS).unref()
    return result
  }

  environment.transformRequest = async (url) => {
    if (!isOn || !SCRIPT.test(url)) return transform(url)
    const module = await moduleGraph.ensureEntryFromUrl(url).catch(() => undefined)
    const id = module?.id
    if (!module || !id || id !== module.file || !(id.startsWith(`${root}/`) || isInPackage(id))) {
      return transform(url)
    }
    // One that is under way serves all who ask for it.
    const earlier = requested.get(id)
    if (earlier) {
      await earlier
      return transform(url)
    }
    const taken = take(url, module, id)
    const ended = () => {}
    requested.set(id, taken.then(ended, ended))
    return taken
  }
  // Vite's own would compile past this, and packages too that Node imports as they are. An error is that of the import,
  // which follows.
  environment.warmupRequest = async (url) => {
    if (!isInPackage(url)) await environment.transformRequest(url).catch(() => {})
  }
  return {
    save,
    end: () => {
      isOn = false
    },
  }
}

/**
 * In dev: keeps the compiled modules of the server between starts, on disk. An entry is of one text of one file, and of
 * all that compiles it; it is compiled again where one of its imports is another file today.
 *
 * @param folder of the entries, for tests
 */
export function devModuleCache(root: string, folder?: string): Plugin {
  let cache: ModuleCache | undefined
  return {
    name: 'fairlead:dev-module-cache',
    apply: 'serve',
    buildEnd() {
      cache?.save()
      if (cache) process.off('exit', cache.save)
    },
    configureServer({ environments: { ssr }, watcher }) {
      if (!ssr) return
      const current = cacheModules(ssr, root, folder)
      cache = current
      process.once('exit', current.save)
      watcher.on('all', (_, file) => {
        if (INPUTS.some((pattern) => matchesGlob(relative(root, file), pattern))) current.end()
      })
      void pruneCache(Date.now(), folder)
    },
  }
}
