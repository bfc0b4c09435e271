import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption, UserConfig } from 'vite'
import { imagetools } from 'vite-imagetools'
import { ASSETS, BROWSERS, CLIENT_OUTPUT, SOURCE_MAPS } from '#fairlead/host/vite/build-output.ts'
import { compressPlugin } from '#fairlead/host/vite/compress-plugin.ts'
import { v8CompileHintsPlugin } from '#fairlead/host/vite/v8-compile-hints-plugin.ts'
import { lazyTransportPlugin } from '#fairlead/host/vite/lazy-transport-plugin.ts'
import { messagesPlugin } from '#fairlead/host/vite/messages-plugin.ts'
import { routingPlugin } from '#fairlead/host/vite/routing-plugin.ts'
import { applicationFilesPlugin } from '#fairlead/host/application-files.ts'
import { sourceMapsPlugin } from '#fairlead/host/vite/source-maps-plugin.ts'
import { styleSheetsPlugin } from '#fairlead/host/vite/style-sheets-plugin.ts'
import { serverRoutes } from '#fairlead/host/vite/server-routes-plugin.ts'
import { serverFunctionsPlugin } from '#fairlead/host/vite/server-functions-plugin.ts'
import { basePath } from 'virtual:app/site'

/** Formats and widths of an image that is imported with `?picture`. No width beyond the image's is made. */
const PICTURE = { format: 'avif;webp', w: '480;960;1440', withoutEnlargement: '', as: 'picture' }

/**
 * Makes the images that are imported with `?picture`, see app/fairlead/images/image.tsx. Other images stay unchanged.
 */
export function picturesPlugin(): PluginOption {
  return imagetools({
    include: /^[^?]+\.(?:avif|gif|heif|jpe?g|png|tiff|webp)\?/,
    defaultDirectives: ({ searchParams }) => new URLSearchParams(searchParams.has('picture') ? PICTURE : {}),
  })
}

/** Matches the files of packages, except the library's. */
export const PACKAGES = /^(?:.*\/)?node_modules\/(?!fairlead\/)/

/** Files of the application and of the library. */
const CHECKED = /^app\/|(?:^|\/)node_modules\/fairlead\//

/** Returns an entry of Start: the application's file in `app/`, or the library's default. */
function entryOf(own: string, ...names: readonly string[]): { entry?: string } {
  if (names.some((name) => existsSync(`app/${name}`))) return {}
  const entry = relative('app', fileURLToPath(import.meta.resolve(`#fairlead/${own}`)))
  return { entry: entry.split(sep).join('/') }
}

/**
 * Returns the plugins of Start and of the library, with the application's between them.
 *
 * @param plugins of the application
 */
export function startPlugins(plugins: readonly PluginOption[] = []): PluginOption[] {
  const { plugin: serverRoutesPlugin, generatorPlugin } = serverRoutes()
  return [
    applicationFilesPlugin(process.cwd()),
    routingPlugin(process.cwd()),
    ...plugins,
    messagesPlugin(process.cwd()),
    styleSheetsPlugin(),
    picturesPlugin(),
    serverFunctionsPlugin(),
    lazyTransportPlugin(),
    serverRoutesPlugin,
    tanstackStart({
      srcDirectory: 'app',
      client: entryOf('client.ts', 'client.tsx', 'client.ts'),
      start: entryOf('start.ts', 'start.ts'),
      router: {
        // The router's history has no base path, which only Vite knows.
        basepath: '/',
        generatedRouteTree: '../routeTree.gen.ts',
        plugins: [generatorPlugin],
        // Nobody reads the file, and formatting would load prettier at each start.
        enableRouteTreeFormatting: false,
        // Without this option Start makes a file of each of them, and every page lists all files.
        codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
      },
      // Packages may name their files as they like. The library's file names are rules, also when it is a package.
      // Without `include`, Start does not replace the content of a library's file that is imported, and does not see an
      // entry that only exports again.
      importProtection: { include: [CHECKED], ignoreImporters: [PACKAGES], client: { excludeFiles: [PACKAGES] } },
      // `rejectCrossOrigin` checks the origin before Start would.
      serverFns: { disableCsrfMiddlewareWarning: true, base: `${basePath}/_serverFn` },
      // vinxi owns the dev server, so Start runs inside Vite's middleware.
      vite: { installDevServerMiddleware: true },
    }),
    react(),
    v8CompileHintsPlugin(),
    sourceMapsPlugin(SOURCE_MAPS),
    compressPlugin(),
  ]
}

/** Modules of server functions in the browser, and of the code that creates them. */
export const FUNCTIONS =
  /\.functions\.[jt]sx?|virtual:server-functions\/all|start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/createClientRpc)/

/** Modules that every page needs for hydration, */
export const EVERY_PAGE =
  /rolldown\/runtime|preload-helper|app\/client\.|\/fairlead\/(client\.|error-reports\/load-sentry|messages\/(?:provider|format-message|use-intl))|node_modules\/(react|react-dom|scheduler|use-intl|@formatjs|use-sync-external-store|@tanstack)\//

/** except for modules that only pages with data need: server functions, observers, mutations and infinite queries. */
const SOME_PAGES =
  /start-client-core\/.*\/(create(ServerFn|Middleware)\.|client-rpc\/(?!createClientRpc)|getDefaultSeroval|safeObject|getStartContext)|react-start\/.*useServerFn|router-core\/.*(serializer|ssr\/headers)|query-core\/.*([oO]bserver|mutation\.|infiniteQueryBehavior)|react-query\/.*\/(use|suspense|errorBoundary|IsRestoring|QueryErrorReset)/

export const isForEveryPage = (id: string): boolean => EVERY_PAGE.test(id) && !SOME_PAGES.test(id)

/** Files that several folders of routes have. */
const COMMON_NAME = /(?:^|\/)([^/]+)\/(?:index|route)\.[jt]sx?(?:\?|$)/

/**
 * Returns the name of a chunk. Later builds find its earlier versions by it, so one that would be named `index` or
 * `route` is named after its folder as well.
 */
export function chunkName({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }): string {
  const [, folder] = COMMON_NAME.exec(facadeModuleId ?? '') ?? []
  return folder === undefined ? name : `${folder.replace(/\W+/g, '_')}.${name}`
}

/** Appends `+commit` to `name@version` if git knows one. */
function releaseName(): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string }
  try {
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return `${name}@${version}+${commit.toString().trim()}`
  } catch {
    return `${name}@${version}`
  }
}

/** The release as a constant, for every bundle that creates reports. */
const RELEASE = { 'import.meta.env.VITE_RELEASE': JSON.stringify(releaseName()) }

/**
 * Turns off checks of Rolldown that do not help an application: the time that plugins take, and functions that pages
 * import lazily but the list of all functions imports too.
 */
export const CHECKS = { bundlerTimings: false, ineffectiveDynamicImport: false }

export const startViteConfig = {
  base: `${basePath}/`,
  define: {
    ...RELEASE,
    // Removes the SDK's debug logging.
    __SENTRY_DEBUG__: 'false',
  },
  // React has had useSyncExternalStore since 18. Without the shim the first load is smaller.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  environments: {
    // The server evaluates modules one after another: the imports of a module are compiled in the meantime.
    ssr: { dev: { preTransformRequests: true } },
    client: {
      build: {
        outDir: CLIENT_OUTPUT,
        rolldownOptions: {
          checks: CHECKS,
          // One chunk compresses better than the eight that the default splitting would make.
          output: {
            entryFileNames: `${ASSETS}/client-[hash].js`,
            chunkFileNames: (chunk) => `${ASSETS}/${chunkName(chunk)}-[hash].js`,
            codeSplitting: {
              groups: [
                { name: 'framework', test: isForEveryPage },
                { name: 'functions', test: FUNCTIONS },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    reportCompressedSize: false,
    // For reports on the server; no public file names the maps.
    sourcemap: 'hidden',
    // The Content-Security-Policy allows no fonts in a style sheet; for other files Vite's default stays.
    assetsInlineLimit: (file: string) => (/\.(woff2?|ttf|otf)$/.test(file) ? false : undefined),
    assetsDir: ASSETS,
    // The target of scripts is the target of styles, too.
    target: Object.entries(BROWSERS).map(([name, version]) => name + version),
  },
} satisfies UserConfig
