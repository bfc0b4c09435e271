import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { App } from 'vinxi'
import { CLIENT_OUTPUT } from '#app/host/commands/build-output.ts'
import { cacheEntry } from '#app/host/vite/build-cache.ts'

/** Folder of the files of the host. */
export const HOST = resolve('app/host/server')

/** Files of the host that Nitro loads: the handlers of vinxi's routers, and of errors. */
export const HANDLERS = ['app-handler', 'monitoring-handler', 'error-handler']

/** Nitro's list of public files. A chunk of its own: all else of Nitro's is the same in each build. */
const PUBLIC_FILES = '#nitro-internal-virtual/public-assets-data'

const NITRO_SOURCE = resolve(HOST, 'nitro.ts')

/** Nitro's own bundle: one chunk, which leaves to Vite's what Nitro loads of the host. */
export const nitroBuild = {
  input: { 'chunks/nitro': NITRO_SOURCE },
  output: { entryFileNames: '[name].mjs', inlineDynamicImports: true },
  plugins: [
    {
      name: 'fairlead:from-vite',
      resolveId(id: string) {
        const name = HANDLERS.find((handler) => id === resolve(HOST, `${handler}.ts`))
        return name && { id: `./${name}.mjs`, external: true }
      },
    },
    {
      name: 'fairlead:public-files-list',
      resolveId: (id: string) => (id === PUBLIC_FILES ? { id: './public-files.mjs', external: true } : undefined),
    },
    // Nitro's handler of public files reads them from memory.
    {
      name: 'fairlead:public-files',
      resolveId: (id: string) =>
        id === '#nitro-internal-virtual/public-assets-node' ? resolve(HOST, 'loaded-build.ts') : undefined,
    },
  ],
}

/** Files that Nitro's chunk is made of, besides packages and virtual modules. */
const NITRO_INPUTS = [
  'app.config.ts',
  'app/host/server/loaded-build.ts',
  'app/host/server/nitro.ts',
  'package-lock.json',
]

type NitroChunk = { code: string; moduleIds: readonly string[] }

/** Tells whether Nitro's chunk has no module of the project that the inputs lack, such as a plugin in a clone. */
function isReusable({ moduleIds }: NitroChunk): boolean {
  const known = new Set(NITRO_INPUTS.map((file) => resolve(file)))
  return moduleIds.every((id) => id.startsWith('\0') || id.includes('node_modules/') || known.has(id))
}

type VirtualModule = string | (() => string | Promise<string>) | undefined

async function sourceOf(module: VirtualModule): Promise<string> {
  return (typeof module === 'function' ? await module() : module) ?? ''
}

/** Moves a folder, also to another file system. */
function moveFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true })
  }
}

/** Publishes the browser's files once Vite has built them: Nitro would copy them before. */
export function publishFiles(app: App): void {
  app.hooks.hook('app:build:nitro:assets:copy:start', ({ nitro }) => void (nitro.options.noPublicDir = true))
  app.hooks.hook('app:build:nitro:assets:copy:end', ({ nitro }) => void (nitro.options.noPublicDir = false))
  app.hooks.hook('app:build:nitro:end', async ({ nitro }) => {
    moveFolder(CLIENT_OUTPUT, nitro.options.output.publicDir)
    const list = join(nitro.options.output.serverDir, 'chunks/public-files.mjs')
    writeFileSync(list, await sourceOf(nitro.vfs[PUBLIC_FILES]))
  })
}

/** Takes Nitro's chunk from an earlier build, unless an input of it has changed. */
export function reuseNitro(app: App): void {
  app.hooks.hook('app:build:nitro:config', ({ nitro }) => {
    nitro.hooks.hook('rollup:before', async ({ vfs, options }, config) => {
      const virtual = Object.keys(vfs).filter((id) => id !== PUBLIC_FILES)
      const entry = cacheEntry([
        process.version,
        JSON.stringify(options.runtimeConfig),
        ...(await Promise.all(virtual.map((id) => sourceOf(vfs[id])))),
        ...NITRO_INPUTS.map((file) => readFileSync(file)),
      ])
      const known = await entry.read()
      if (known) {
        const load = () => String(known)
        const resolveId = (id: string) => (id === NITRO_SOURCE ? id : { id, external: true })
        config.plugins = [{ name: 'fairlead:nitro', resolveId, load }]
        // Which was done when it was made.
        config.treeshake = false
        return
      }
      config.plugins.push({
        name: 'fairlead:nitro',
        generateBundle: (_: unknown, bundle: Record<string, NitroChunk>) =>
          Promise.all(
            Object.values(bundle)
              .filter(isReusable)
              .map(({ code }) => entry.write(Buffer.from(code))),
          ),
      })
    })
  })
}
