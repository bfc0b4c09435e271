import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type ESTree, parseSync, Visitor } from 'vite'
import { applicationFilesPlugin } from '#fairlead/host/application-files.ts'
import { routingPlugin } from '#fairlead/host/vite/routing-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

/** Most bytes after gzip of the code that follows the rules of a table in the browser. */
export const MOST_RULES_CODE = 5_000

/** The halves of an isomorphic function by method; undefined for any other expression. */
function halvesOf(node: ESTree.Node, halves: Record<string, ESTree.Node> = {}): typeof halves | undefined {
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  if (callee.type === 'Identifier') return callee.name === 'createIsomorphicFn' ? halves : undefined
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  const [half] = node.arguments
  return halvesOf(callee.object, half ? { ...halves, [callee.property.name]: half } : halves)
}

/**
 * Replaces each isomorphic function by its client's half, as Start's compiler does; without that half, by one that does
 * nothing.
 */
function clientHalf(path: string, code: string): string {
  const parts: string[] = []
  let end = 0
  new Visitor({
    CallExpression(node) {
      const halves = node.start < end ? undefined : halvesOf(node)
      if (!halves) return
      const { client } = halves
      parts.push(code.slice(end, node.start), client ? `(${code.slice(client.start, client.end)})` : '(() => {})')
      end = node.end
    },
  }).visit(parseSync(path, code).program)
  return parts.join('') + code.slice(end)
}

/** The module that the routing plugin makes for a table with rules, without the table. */
const ENTRY = `export { compileClientTable } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
export { installTable } from '#fairlead/navigation/routing-table/client/install-rules.ts'`

/** Bytes after gzip of the engine's code in the browser, without the router and its libraries. */
export async function rulesCodeBytes(): Promise<number> {
  const entry = join(root, 'entry-of-rules.ts')
  const bundle = await build({
    configFile: false,
    plugins: [
      applicationFilesPlugin(root),
      routingPlugin(root),
      {
        name: 'client-half',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? ENTRY : undefined),
        transform: (code, id) => (code.includes('createIsomorphicFn') ? clientHalf(id, code) : undefined),
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
  const chunks = outputs.filter((output) => output.type === 'chunk')
  for (const [path, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    if (renderedLength > 0 && /\.server\.tsx?$/.test(path)) throw new Error(`${path}: is a module of the server alone`)
  }
  const code = chunks.map((chunk) => chunk.code).join('')
  return gzipSync(code, { level: 9 }).length
}
