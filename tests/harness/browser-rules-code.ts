import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { routingPlugin } from '#app/host/vite/routing-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

/** Most bytes after gzip of the code that follows the rules of a table in the browser. */
export const MOST_RULES_CODE = 5_000

/** Matches the server's half of isomorphic functions, which Start's compiler removes. */
const SERVER_HALF = /createIsomorphicFn\(\)\s*\.server\([^\n]*\)\s*\.client\(/g

/** The module that the routing plugin makes for a table with rules, without the table. */
const ENTRY = `export { compileClientTable } from '#app/navigation/routing-table/client/client-resolver.ts'
export { installTable } from '#app/navigation/routing-table/client/install-rules.ts'`

/** Bytes after gzip of what the browser gets of the engine, the router and its libraries left out. */
export async function rulesCodeBytes(): Promise<number> {
  const entry = join(root, 'entry-of-rules.ts')
  const bundle = await build({
    configFile: false,
    plugins: [
      routingPlugin(root),
      {
        name: 'client-half',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? ENTRY : undefined),
        transform: (code) => code.replace(SERVER_HALF, '(').replace(/new AsyncLocalStorage\S+/, 'null'),
      },
    ],
    logLevel: 'silent',
    root,
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        external: [/^@tanstack\//, /^node:/, /^react/],
        treeshake: { moduleSideEffects: false },
        output: { minify: true },
      },
    },
  })
  const outputs = [bundle].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('')
  return gzipSync(code, { level: 9 }).length
}
