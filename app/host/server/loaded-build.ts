import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isPublicAssetURL } from '#nitro-internal-virtual/public-assets'
import assets from '#nitro-internal-virtual/public-assets-data'

const publicFiles = new Map<string, Buffer>()

/** Returns the modules in a folder and those below it, as paths from it. Node's own recursion takes 10 ms longer. */
function listModules(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.name.endsWith('.mjs') ? entry.name : []
    return listModules(`${folder}/${entry.name}`).map((path) => `${entry.name}/${path}`)
  })
}

/**
 * Reads the whole build (some 4 MB) and serves public files and modules from memory, so that a later build in the same
 * folder does not affect this process. Modules are still evaluated on first import.
 *
 * @returns the hash of the modules
 * @throws Error if a public file is missing
 */
export function loadBuild(): string {
  // This file is one of the chunks.
  const chunks = dirname(fileURLToPath(import.meta.url))
  for (const [id, { path }] of Object.entries(assets)) {
    try {
      publicFiles.set(id, readFileSync(`${chunks}/../${path}`))
    } catch (error) {
      throw new Error(`the build is incomplete: ${(error as Error).message}; run npm run build`, { cause: error })
    }
  }
  const files = listModules(chunks)
    .toSorted()
    .map((path) => `${chunks}/${path}`)
  const sources = new Map(files.map((file) => [pathToFileURL(file).href, readFileSync(file)]))
  serveModules(sources)
  const hash = createHash('sha256')
  for (const source of sources.values()) hash.update(source)
  return hash.digest('hex')
}

function serveModules(sources: ReadonlyMap<string, Buffer>): void {
  // All modules share one node_modules folder, so a specifier resolves alike for each.
  const packages = new Map<string, string>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context
      if (parentURL === undefined || !sources.has(parentURL)) return next(specifier, context)
      const url = specifier.startsWith('.') ? new URL(specifier, parentURL).href : packages.get(specifier)
      if (url !== undefined && (sources.has(url) || packages.has(specifier))) return { url, shortCircuit: true }
      const resolved = next(specifier, context)
      packages.set(specifier, resolved.url)
      return resolved
    },
    load(url, context, next) {
      const source = sources.get(url)
      return source ? { source, format: 'module', shortCircuit: true } : next(url, context)
    },
  })
}

/** Returns the content of a public file. Replaces Nitro's function of this name. */
export function readAsset(id: string): Promise<Buffer | undefined> {
  return Promise.resolve(publicFiles.get(id))
}

/**
 * Tells paths of public files, and those below folders of nothing else.
 *
 * @param path decoded
 */
export function isPublicPath(path: string): boolean {
  const id = path.replace(/\/$/, '')
  return isPublicAssetURL(id) || isPublicAssetURL(`${id}/index.html`)
}
