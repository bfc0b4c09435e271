import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, TransformResult } from 'vite'
import { cacheEntry, pruneCache } from '#app/host/vite/build-cache.ts'

/**
 * Sources whose compiled form depends on more than their text, or which a plugin has to see: server functions, routes,
 * globs, hot updates, and the environment, which has the commit's name.
 */
const STATEFUL =
  /\bcreate(?:ServerFn|Middleware|Start|IsomorphicFn|ServerOnlyFn|ClientOnlyFn|\w*Route\w*)\b|\.\s*handler\s*\(|\bClientOnly\b|\bHydrate\b|import\.meta\.(?:glob|hot|env)/

/** Imports from outside of the project, which Vite permits when it compiles them, or forbidden ones: Start warns of them. */
const NOT_PLAIN = /^\/@fs\/|import-protection/

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
  { moduleGraph }: DevEnvironment,
): Promise<TransformResult | undefined> {
  const bytes = await entry.read()
  if (!bytes) return undefined
  const since = module.lastInvalidationTimestamp
  const { result, imports } = JSON.parse(String(bytes)) as Stored
  const found = await Promise.all(imports.map(([url]) => moduleGraph.ensureEntryFromUrl(url)))
  if (found.some(({ id }, index) => id !== imports[index]?.[1])) return undefined
  await moduleGraph.updateModuleInfo(module, new Set(found), null, new Set(), null, false)
  if (module.lastInvalidationTimestamp !== since) return undefined
  moduleGraph.updateModuleTransformResult(module, result)
  return result
}

/** Stores a module with plain imports. */
async function store(entry: Entry, { importedModules }: EnvironmentModuleNode, result: TransformResult): Promise<void> {
  const imports: Stored['imports'] = [...importedModules].map(({ url, id }) => [url, id])
  if (imports.some((names) => NOT_PLAIN.test(names.join(' ')))) return
  const stored: Stored = { result, imports }
  await entry.write(Buffer.from(JSON.stringify(stored)))
}

/** Takes modules from an earlier start when they are requested first. Later requests are of changed modules. */
function cacheModules(environment: DevEnvironment, root: string, folder: string | undefined): void {
  const { moduleGraph } = environment
  const transform = environment.transformRequest.bind(environment)
  const shared = hashShared(environment, root)
  const requested = new Set<string>()
  environment.transformRequest = async (url) => {
    const module = await moduleGraph.getModuleByUrl(url)
    const id = module?.id
    if (!module || !id?.startsWith(`${root}/`) || id !== module.file || !/\.[jt]sx?$/.test(id) || requested.has(id)) {
      return transform(url)
    }
    requested.add(id)
    const read = () => readFile(id, 'utf8').catch(() => undefined)
    const source = await read()
    if (source === undefined || STATEFUL.test(source)) return transform(url)
    const entry = cacheEntry([shared, id, source], folder)
    // An entry that cannot be read, or written, is none.
    const restored = await restore(entry, module, environment).catch(() => undefined)
    if (restored) return restored
    const result = await transform(url)
    if (result && (await read()) === source) await store(entry, module, result).catch(() => {})
    return result
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
