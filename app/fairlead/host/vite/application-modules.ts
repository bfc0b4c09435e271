import { createRunnableDevEnvironment, type PluginOption, resolveConfig } from 'vite'
import { applicationFilesPlugin } from '#fairlead/host/application-files.ts'
import { constantsOfParts } from '#fairlead/host/read-parts.ts'
import { messagesPlugin } from '#fairlead/host/vite/messages-plugin.ts'
import { routingPlugin } from '#fairlead/host/vite/routing-plugin.ts'
import { serverFunctionsPlugin } from '#fairlead/host/vite/server-functions-plugin.ts'
import { serverRoutes } from '#fairlead/host/vite/server-routes-plugin.ts'
import { styleSheetsPlugin } from '#fairlead/host/vite/style-sheets-plugin.ts'

/**
 * Packages that Node must not load, because the plugins give them the files of the application: the library by its name,
 * which Vite compares, and by its path, which vitest does.
 */
export const INLINED = ['fairlead', /\/fairlead\//, 'use-intl']

/** Returns the plugins that modules of the application need outside of a build: in tests, scripts and the console. */
export function applicationPlugins(root: string): PluginOption[] {
  return [
    applicationFilesPlugin(root),
    routingPlugin(root),
    messagesPlugin(root),
    styleSheetsPlugin(),
    serverFunctionsPlugin(),
    serverRoutes().plugin,
  ]
}

export type ApplicationModules = Awaited<ReturnType<typeof openApplicationModules>>

/**
 * Returns what loads modules of the application on the server, by Vite and without a build: TypeScript, JSX, messages and
 * what the library asks of the application. It compiles a module when it is imported, and watches nothing.
 *
 * @param plugins of the caller, besides those of every application
 * @throws Error of the module that is imported
 */
export async function openApplicationModules(root = process.cwd(), plugins: PluginOption[] = []) {
  const config = await resolveConfig(
    {
      root,
      configFile: false,
      envDir: false,
      mode: 'production',
      logLevel: 'error',
      define: await constantsOfParts(),
      plugins: [applicationPlugins(root), plugins],
      environments: { ssr: { resolve: { noExternal: INLINED } } },
      // Otherwise Vite starts its plugins for the browser alone, and the plugin of style sheets knows none.
      server: { perEnvironmentStartEndDuringDev: true },
    },
    'serve',
    'production',
    'production',
  )
  const environment = createRunnableDevEnvironment('ssr', config, {
    runnerOptions: { hmr: false, sourcemapInterceptor: 'prepareStackTrace' },
    hot: false,
  })
  await environment.init()
  await environment.pluginContainer.buildStart()
  return {
    /** Returns the id of the module that an import means. */
    resolve: async (specifier: string, importer: string): Promise<string | undefined> =>
      (await environment.pluginContainer.resolveId(specifier, importer))?.id,
    import: (file: string) => environment.runner.import<Record<string, unknown>>(file),
    close: () => environment.close(),
  }
}
