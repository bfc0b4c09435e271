// Serializes the state of documents by serialize-state.ts, and constant data by its plugin. The router has an option for
// neither.
//
// Buys: a page with a list of 24 costs 1.38 ms of processor time instead of 1.55 (11 %, decision 013).
// To drop it: delete this file and its line in patches.ts; then app/fairlead/server/render/serialize-state.ts has no importer.
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import type { Patch } from '#fairlead/host/upstream/replace-or-fail.ts'

const importOf = (name: string, file: string): string =>
  `import { ${name} } from ${JSON.stringify(normalizePath(fileURLToPath(import.meta.resolve(file))))}; `

export const documentState: Patch = {
  file: 'document-state.ts',
  package: '@tanstack/router-core',
  version: '1.171.39',
  cost: "seroval visits each value of the matches, the manifest and the queries' data, for each request: a page with a list of 24 takes 12 % more processor time",
  environment: 'ssr',
  modules: [
    {
      path: 'dist/esm/ssr/ssr-server.js',
      header: importOf('serializeState', '#fairlead/server/render/serialize-state.ts'),
      edits: [['crossSerializeStream(dehydratedRouter,', 'serializeState(crossSerializeStream, dehydratedRouter,']],
    },
    {
      path: 'dist/esm/ssr/serializer/seroval-plugins.ssr.js',
      header: importOf('constantDataPlugin', '#fairlead/messages/constant-data.ts'),
      edits: [['const ssrSerovalPlugins = [', 'const ssrSerovalPlugins = [ constantDataPlugin,']],
    },
  ],
}
