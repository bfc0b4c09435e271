import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createServer } from 'vite'
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
