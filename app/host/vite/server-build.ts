import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { App } from 'vinxi'
import type { EnvironmentOptions, Plugin } from 'vite'
import { SERVER_OUTPUT } from '#app/host/commands/build-output.ts'
import { readParts } from '#app/host/commands/read-parts.ts'
import { CHECKS, CLIENT_OUTPUT } from '#app/host/vite/vite-config.ts'
import { cacheEntry } from '#app/host/vite/build-cache.ts'
import { hideAssignedFunctions } from '#app/host/vite/young-generation-plugin.ts'

const HOST = resolve('app/host/server')

/** Files of the host that Nitro loads: the handlers of vinxi's routers, and of errors. */
const HANDLERS = ['app-handler', 'monitoring-handler', 'error-handler']

/** The chunk that Nitro builds, of nitro.ts, and the imports of the host that it has. */
const NITRO = './nitro.mjs'
const FROM_NITRO =
  /^(h3|vinxi\/http|nitropack\/runtime|#nitro-internal-pollyfills|#app\/host\/server\/loaded-build\.ts)$/

/** The package of a module; with a scope, as one name. */
function packageName(id: string): string | null {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(id.split('node_modules/').at(-1) ?? '') ?? []
  return name?.replace('/', '+') ?? null
}

/**
 * The server's half of a build: the application, and the host that serves it, in one bundle with their packages. Only
 * Nitro's runtime is built by Nitro.
 */
export const serverBuild = {
  // Packages as well: nothing has to be found and copied, and a start reads few files.
  resolve: { noExternal: true, external: ['pg-native'] },
  build: {
    outDir: SERVER_OUTPUT,
    target: 'node24',
    rolldownOptions: {
      checks: CHECKS,
      input: ['node-server', ...HANDLERS].map((name) => resolve(HOST, `${name}.ts`)),
      output: {
        entryFileNames: 'chunks/[name].mjs',
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        codeSplitting: {
          // In a folder of this name, so that frames in them are not the application's.
          groups: [{ name: (id) => `node_modules/${packageName(id)}`, test: /node_modules\// }],
        },
      },
    },
  },
} satisfies EnvironmentOptions

/** Leaves to Nitro's file what only Nitro can build. */
const fromNitro: Plugin = {
  name: 'fairlead:from-nitro',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: {
    filter: { id: FROM_NITRO },
    handler: () => ({ id: NITRO, external: true }),
  },
}

const OPERATOR_PAGE = '#operator-page'

/** Returns the Vite plugins for the files of the host, for a build. */
export async function hostPlugins(): Promise<Plugin[]> {
  const operatorPage = (await readParts()).find((part) => part.operatorPage !== undefined)?.operatorPage
  const virtual: Plugin = {
    name: 'fairlead:operator-page',
    enforce: 'pre',
    resolveId: {
      filter: { id: /#operator-page/ },
      handler: (id) => (id === OPERATOR_PAGE ? `\0${OPERATOR_PAGE}` : undefined),
    },
    load: {
      filter: { id: /#operator-page/ },
      handler: (id) =>
        id === `\0${OPERATOR_PAGE}` ? `export const operatorPage = ${JSON.stringify(operatorPage)}` : undefined,
    },
  }
  return [fromNitro, virtual]
}

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
      name: 'fairlead:young-generation',
      renderChunk: (code: string) => ({ code: hideAssignedFunctions(code), map: null }),
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
  'app/host/vite/young-generation-plugin.ts',
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
