import { fileURLToPath } from 'node:url'
import { createBuilder, type EnvironmentOptions, mergeConfig } from 'vite'
import { BUILD_LOG, type ConfigOptions, NODE, SERVER_OUTPUT } from '#fairlead/host/vite/build-output.ts'
import { constantsOfParts } from '#fairlead/host/read-parts.ts'
import {
  bundledPackages,
  packagesWithStyles,
  copyPackages,
  externalPackagesPlugin,
  OPTIONAL_PACKAGES,
  readLock,
} from '#fairlead/host/vite/external-packages.ts'
import { CHECKS, PACKAGES, startPlugins, startViteConfig } from '#fairlead/host/vite/vite-config.ts'

/** The build of the server: the application and the host that serves it, in one bundle with most of their packages. */
export const serverBuild = {
  build: {
    outDir: SERVER_OUTPUT,
    target: `node${NODE}`,
    rolldownOptions: {
      checks: CHECKS,
      input: fileURLToPath(import.meta.resolve('#fairlead/host/server/node-server.ts')),
      output: {
        entryFileNames: 'chunks/[name].mjs',
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        codeSplitting: {
          groups: [
            {
              // Because of this folder's name, stack frames in packages do not count as the application's.
              name: 'node_modules/packages',
              // The library is left out: its virtual modules have ids that are no paths, and their chunks would be
              // named by them.
              test: PACKAGES,
              // Each set of pages that import the same modules gets a file, so that a page evaluates nothing else.
              entriesAware: true,
            },
          ],
        },
      },
    },
  },
} satisfies EnvironmentOptions

/**
 * Builds the browser's files and the server. Rejects with the first error.
 *
 * @returns the imports of the server from packages outside of its bundle, which are copied into the build
 */
export async function buildApplication({ plugins }: ConfigOptions = {}): Promise<string[]> {
  const lock = readLock()
  const noExternal = [...bundledPackages(lock), ...packagesWithStyles(lock)]
  const external = new Set<string>()
  const builder = await createBuilder(
    mergeConfig(startViteConfig, {
      configFile: false,
      define: await constantsOfParts(),
      // If the base is a URL, Start does not read a path from it.
      ...(process.env.ASSETS_ORIGIN && { base: `${process.env.ASSETS_ORIGIN}/` }),
      // Otherwise Vite resolves its options three times, and Start writes the route tree each time.
      builder: { sharedConfigBuild: true },
      logLevel: process.env[BUILD_LOG] === 'warn' ? 'warn' : 'info',
      environments: {
        ssr: { ...serverBuild, resolve: { noExternal, external: OPTIONAL_PACKAGES } },
      },
      plugins: [startPlugins(plugins), externalPackagesPlugin(external)],
    }),
  )
  await builder.buildApp()
  copyPackages(lock, [...external], SERVER_OUTPUT)
  return [...external]
}
