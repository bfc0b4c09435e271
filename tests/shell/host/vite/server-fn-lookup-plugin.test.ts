import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { build, createServer, type Plugin } from 'vite'
import { serverFnLookupPlugin } from '#app/host/vite/server-fn-lookup-plugin.ts'

it.each([
  ['valibot', '{ "name": "valibot" }', '?server-fn-module-lookup', false],
  ['@scope/schema', '{ "name": "@scope/schema" }', '?server-fn-module-lookup', false],
  ['@scope/auth', '{ "peerDependencies": { "@tanstack/react-start": "*" } }', '?server-fn-module-lookup', true],
  ['@tanstack/react-start', '{ "name": "@tanstack/react-start" }', '?server-fn-module-lookup', true],
  ['valibot', '{ "name": "valibot" }', '', true],
])('Start is given all of %s, with %s, for %j: %j', async (name, json, query, isWhole) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-lookup-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'node_modules', name)
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), json)
  writeFileSync(join(folder, 'dist/index.mjs'), 'export const create = () => 1')
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serverFnLookupPlugin()],
    server: { middlewareMode: true, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  const result = await server.environments.ssr.transformRequest(`${folder}/dist/index.mjs${query}`)
  expect(result?.code.includes('create')).toBe(isWhole)
})

it("in a build Start's compiler, and no other plugin, finds only packages that build on TanStack", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-lookup-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const packages = {
    schema: '{ "main": "i.js" }',
    auth: '{ "main": "i.js", "peerDependencies": { "@tanstack/x": "*" } }',
  }
  for (const [name, json] of Object.entries(packages)) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true })
    writeFileSync(join(root, 'node_modules', name, 'package.json'), json)
    writeFileSync(join(root, 'node_modules', name, 'i.js'), 'export {}')
  }
  writeFileSync(join(root, 'entry.js'), 'export {}')
  const found: string[] = []
  const finder = (name: string): Plugin => ({
    name,
    transform: {
      filter: { id: /entry\.js$/ },
      async handler(_code, id) {
        const { name: environment } = this.environment
        for (const source of ['schema', 'auth', './entry.js']) {
          if (await this.resolve(source, id)) found.push(`${environment}, ${name}: ${source}`)
        }
      },
    },
  })
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serverFnLookupPlugin(), finder('tanstack-start-core::server-fn:client'), finder('other')],
    build: { write: false, rolldownOptions: { input: join(root, 'entry.js') } },
  })
  expect(found).toEqual([
    'client, tanstack-start-core::server-fn:client: auth',
    'client, tanstack-start-core::server-fn:client: ./entry.js',
    'client, other: schema',
    'client, other: auth',
    'client, other: ./entry.js',
  ])
})
