import type { tanstackStart } from '@tanstack/react-start/plugin/vite'
import type { Plugin, ViteDevServer } from 'vite'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

type RouterOptions = NonNullable<NonNullable<Parameters<typeof tanstackStart>[0]>['router']>
type GeneratorPlugin = NonNullable<RouterOptions['plugins']>[number]
type Generator = Parameters<NonNullable<GeneratorPlugin['init']>>[0]['generator']
type RouteNode = NonNullable<Awaited<ReturnType<Generator['getCrawlingResult']>>>['acc']['routeNodes'][number]

const ID = 'virtual:server-routes'

/** True for a route that Start removes from the browser's route tree. */
function isServerOnly({ createFileRouteProps: options, children = [] }: RouteNode): boolean {
  return options?.size === 1 && options.has('server') && children.every(isServerOnly)
}

function fullPathOf({ isNonPath, cleanedPath = '', parent }: RouteNode): string {
  return (parent ? fullPathOf(parent) : '') + (isNonPath ? '' : cleanedPath)
}

/**
 * Provides `virtual:server-routes`: the full paths of the routes that the browser's tree lacks, such as
 * `/{-$locale}/gauges/readings`. Empty on the server.
 *
 * @returns a plugin of Vite, and a plugin of the router's generator, which knows the routes
 */
export function serverRoutes(): { readonly plugin: Plugin; readonly generatorPlugin: GeneratorPlugin } {
  let generator: Generator | undefined
  let devServer: ViteDevServer | undefined
  const invalidate = () => {
    const graph = devServer?.environments.client.moduleGraph
    const module = graph?.getModuleById(`\0${ID}`)
    if (module) graph?.invalidateModule(module)
  }
  return {
    generatorPlugin: {
      name: 'fairlead:server-routes',
      init: (options) => void ({ generator } = options),
      // A file may become a server route without a change of the tree.
      onRouteTreeChanged: invalidate,
      afterTransform: invalidate,
    },
    plugin: {
      name: 'fairlead:server-routes',
      configureServer: (server) => void (devServer = server),
      ...virtualModules(/^\0?virtual:server-routes$/, async function () {
        const found = this.environment.name === 'client' ? await generator?.getCrawlingResult() : undefined
        const paths = found?.acc.routeNodes.filter(isServerOnly).map(fullPathOf) ?? []
        return `export const serverRoutes = ${JSON.stringify(paths)}\n`
      }),
    },
  }
}
