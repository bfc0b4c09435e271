import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { documentStatePlugin } from '#app/host/vite/document-state-plugin.ts'

const router = createRequire(import.meta.url)
  .resolve('@tanstack/router-core')
  .replace(/dist\/.*/, 'dist/esm/ssr')

it.each([
  [
    'serializer/seroval-plugins.ssr.js',
    'import { constantDataPlugin } from "/project/app/locales/constant-data.ts"; ',
    'const ssrSerovalPlugins = [ constantDataPlugin,',
  ],
  [
    'ssr-server.js',
    'import { serializeState } from "/project/app/server/render/serialize-state.ts"; ',
    'const dispose = serializeState(crossSerializeStream, dehydratedRouter, {',
  ],
])("replaces a part of the router's %s", (path, imported, replacement) => {
  const file = join(router, path)
  const { transform } = documentStatePlugin('/project') as unknown as {
    transform: { filter: { id: RegExp }; handler: (code: string) => { code: string } }
  }
  expect(file).toMatch(transform.filter.id)
  const { code } = transform.handler(readFileSync(file, 'utf8'))
  expect(code.startsWith(imported)).toBe(true)
  expect(code).toContain(replacement)
})
