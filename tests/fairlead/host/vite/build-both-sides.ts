import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder, type PluginOption } from 'vite'

/**
 * Builds `page.js` of a folder for the browser, then `server.js` for the server, with the same plugins.
 *
 * @returns what imports a file of a build: `client/page.mjs`, `server/server.mjs`
 */
export async function buildBothSides(root: string, ...plugins: PluginOption[]) {
  const output = (name: string) => ({ outDir: name, rolldownOptions: { output: { entryFileNames: '[name].mjs' } } })
  const builder = await createBuilder({
    root,
    configFile: false,
    logLevel: 'silent',
    builder: { sharedConfigBuild: true },
    plugins,
    environments: {
      client: { build: { ...output('client'), lib: { entry: 'page.js', formats: ['es'] } } },
      ssr: { build: { ...output('server'), ssr: 'server.js' } },
    },
  })
  const { client, ssr } = builder.environments
  if (!client || !ssr) throw new Error('the builder has no environments')
  await builder.build(client)
  await builder.build(ssr)
  return (path: string) => import(pathToFileURL(join(root, path)).href) as Promise<Record<string, object>>
}
