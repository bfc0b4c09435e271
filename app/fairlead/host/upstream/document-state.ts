// Serializes the state of documents by serialize-state.ts, and constant data by its plugin. The router has an option for
// neither.
//
// Package: @tanstack/router-core 1.171.39.
// Buys: a page with a list of 24 costs 1.38 ms of processor time instead of 1.55 (11 %, decision 013).
// Without it: seroval visits each value of the matches, the manifest and the queries' data, for each request.
// To drop it: delete this file and its line in patches.ts; then app/fairlead/server/render/serialize-state.ts has no importer.
import { resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { type Patch, patchPlugin } from '#fairlead/host/upstream/replace-or-fail.ts'

const PATCH: Patch = { file: 'document-state.ts', package: '@tanstack/router-core', version: '1.171.39' }

const importOf = (name: string, file: string): string =>
  `import { ${name} } from ${JSON.stringify(normalizePath(resolve(file)))}; `

export function documentState(): Plugin {
  return patchPlugin(PATCH, 'ssr', [
    {
      id: /router-core\/dist\/esm\/ssr\/ssr-server\.js$/,
      header: importOf('serializeState', 'app/fairlead/server/render/serialize-state.ts'),
      edits: [['crossSerializeStream(dehydratedRouter,', 'serializeState(crossSerializeStream, dehydratedRouter,']],
    },
    {
      id: /router-core\/dist\/esm\/ssr\/serializer\/seroval-plugins\.ssr\.js$/,
      header: importOf('constantDataPlugin', 'app/fairlead/messages/constant-data.ts'),
      edits: [['const ssrSerovalPlugins = [', 'const ssrSerovalPlugins = [ constantDataPlugin,']],
    },
  ])
}
