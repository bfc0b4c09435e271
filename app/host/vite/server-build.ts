import { resolve } from 'node:path'
import type { EnvironmentOptions, Plugin } from 'vite'
import { SERVER_OUTPUT } from '#app/host/commands/build-output.ts'
import { readParts } from '#app/host/commands/read-parts.ts'
import { HANDLERS, HOST } from '#app/host/vite/nitro-build.ts'
import { CHECKS } from '#app/host/vite/vite-config.ts'

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
