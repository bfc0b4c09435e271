import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Folder of V8's compiled code, beside the server's entry. */
const FOLDER = 'compile-cache'

/** The server's entry. Code that is not in the folder, or of another Node, is compiled as ever. */
export const ENTRY = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
enableCompileCache({ directory: join(import.meta.dirname, '${FOLDER}'), portable: true })
await import('./chunks/node-server.mjs')
`

/** Compiles modules and evaluates none: the first to be evaluated throws. */
const compile = (directory: string, modules: readonly string[]): string => {
  const imports = ['data:text/javascript,throw 0', ...modules.map((file) => pathToFileURL(file).href)]
  const all = imports.map((url) => `import ${JSON.stringify(url)}`).join('\n')
  return `import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache({ directory: ${JSON.stringify(directory)}, portable: true })
await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(all)})).catch(() => {})
flushCompileCache()
`
}

/** Compiles the modules of a built server for later starts, by the same Node and user. The folder may be moved. */
export async function writeCompileCache(server: string): Promise<void> {
  const modules = globSync('chunks/**/*.mjs', { cwd: server }).map((file) => resolve(server, file))
  const script = compile(resolve(join(server, FOLDER)), modules)
  // The variable names the cache of the build's own modules.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module'], { stdio: ['pipe', 'ignore', 'inherit'], env })
  // It may end before it has read all.
  child.stdin.on('error', () => {}).end(script)
  await once(child, 'exit')
}
