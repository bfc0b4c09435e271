import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, TransformResult } from 'vite'
import { cacheEntry, pruneCache } from '#app/host/vite/build-cache.ts'

/**
 * Sources whose compiled form depends on more than their text, or which a plugin has to see: server functions, globs, hot
 * updates, and variables of the environment but for Vite's constants.
 */
const STATEFUL =
  /\bcreate(?:ServerFn|Middleware|Start)\b|\.\s*handler\s*\(|\bClientOnly\b|\bHydrate\b|import\.meta\.(?:glob|hot|env(?!\.(?:SSR|DEV|PROD)\b))/

/** Functions of one environment, which Start compiles where they are its own. */
const ENVIRONMENT_FN = /\bcreate(?:Isomorphic|ServerOnly|ClientOnly)Fn\b/
const FROM_START = /\bfrom\s+['"]@tanstack\/\w+-start['"]/

/** Tells whether a module is compiled by its text alone. Pure. */
export function isStateless(source: string): boolean {
  return !STATEFUL.test(source) && (!ENVIRONMENT_FN.test(source) || FROM_START.test(source))
}

/** Files whose modules are kept: scripts of the project and of packages. */
const SCRIPT = /^[^?]*\.[jt]sx?$/

/** Imports that Start warns of, and what a route shares with its components: the router knows it from compiling the route. */
const SEEN_BY_PLUGIN = /import-protection|[?&]tsr-shared\b/

/** Tells whether an import may be kept. Others from outside of the project Vite permits when it compiles them. Pure. */
function isPlain(name: string): boolean {
  const isInside = !name.startsWith('/@fs/') || (name.includes('/node_modules/') && SCRIPT.test(name))
  return isInside && !SEEN_BY_PLUGIN.test(name)
}

/** Files that any module may be compiled by: the plugins, their options and their packages. */
const INPUTS = [
  'app.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'app/**/vite/*.ts',
  'app/*/vite-plugin.ts',
]

/** A module that Vite has compiled, and the modules that it imports. */
type Stored = { result: TransformResult; imports: [url: string, id: string | null][] }

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

type Entry = ReturnType<typeof cacheEntry>

/** Puts a module into the graph as it was when it was stored. Resolves to `undefined` if it would be another today. */
async function restore(
  entry: Entry,
  module: EnvironmentModuleNode,
  environment: DevEnvironment,
): Promise<TransformResult | undefined> {
  const { moduleGraph } = environment
  const bytes = await entry.read()
  if (!bytes) return undefined
  const since = module.lastInvalidationTimestamp
  const { result, imports } = JSON.parse(String(bytes)) as Stored
  const found = await Promise.all(imports.map(([url]) => moduleGraph.ensureEntryFromUrl(url)))
  if (found.some(({ id }, index) => id !== imports[index]?.[1])) return undefined
  await moduleGraph.updateModuleInfo(module, new Set(found), null, new Set(), null, false)
  if (module.lastInvalidationTimestamp !== since) return undefined
  moduleGraph.updateModuleTransformResult(module, result)
  for (const url of result.deps ?? []) void environment.warmupRequest(url)
  return result
}

/** Stores a module with plain imports. */
async function store(entry: Entry, module: EnvironmentModuleNode, result: TransformResult): Promise<void> {
  const imports: Stored['imports'] = [...module.importedModules].map(({ url, id }) => [url, id])
  if (module.isSelfAccepting || !imports.every(([url, id]) => isPlain(url) && isPlain(id ?? ''))) return
  const stored: Stored = { result, imports }
  await entry.write(Buffer.from(JSON.stringify(stored)))
}

/** Takes modules from an earlier start when they are requested first. Later requests are of changed modules. */
function cacheModules(environment: DevEnvironment, root: string, folder: string | undefined): void {
  const { moduleGraph } = environment
  const transform = environment.transformRequest.bind(environment)
  const shared = hashShared(environment, root)
  const requested = new Map<string, Promise<void>>()

  async function take(url: string, module: EnvironmentModuleNode, id: string): Promise<TransformResult | null> {
    const read = () => readFile(id, 'utf8').catch(() => undefined)
    const source = await read()
    if (source === undefined || !isStateless(source)) return transform(url)
    const entry = cacheEntry([shared, id, source], folder)
    // An entry that cannot be read, or written, is none.
    const restored = await restore(entry, module, environment).catch(() => undefined)
    if (restored) return restored
    const result = await transform(url)
    if (result && (await read()) === source) await store(entry, module, result).catch(() => {})
    return result
  }

  environment.transformRequest = async (url) => {
    if (!SCRIPT.test(url)) return transform(url)
    const module = await moduleGraph.ensureEntryFromUrl(url).catch(() => undefined)
    const id = module?.id
    if (!module || !id || id !== module.file || !(id.startsWith(`${root}/`) || id.includes('/node_modules/'))) {
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
    if (!url.includes('/node_modules/')) await environment.transformRequest(url).catch(() => {})
  }
}

/**
 * In dev: keeps the compiled modules of the server between starts, on disk. An entry is of one text of one file, and of
 * all that compiles it; it is compiled again where one of its imports is another file today.
 *
 * @param folder of the entries, for tests
 */
export function devModuleCache(root: string, folder?: string): Plugin {
  return {
    name: 'fairlead:dev-module-cache',
    apply: 'serve',
    async configureServer({ environments: { ssr } }) {
      if (ssr) cacheModules(ssr, root, folder)
      await pruneCache(Date.now(), folder)
    },
  }
}
