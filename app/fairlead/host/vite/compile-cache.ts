import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const FOLDER = 'compile-cache'

/** The server's entry. Code outside of the folder, and code for another version of Node, is compiled as usual. */
export const ENTRY = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
enableCompileCache({ directory: join(import.meta.dirname, '${FOLDER}'), portable: true })
await import('./chunks/node-server.mjs')
`

/**
 * The program that compiles the modules in a server's folder. It compiles and links modules without evaluating them,
 * because the first one throws. Then it loads packages, and native code, which a package may load only at its first
 * use.
 */
const programFor = (packages: readonly string[]): string => `import { globSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
enableCompileCache({ directory: resolve('${FOLDER}'), portable: true })
const modules = globSync('chunks/**/*.mjs').map((file) => pathToFileURL(resolve(file)).href)
const all = ['data:text/javascript,throw 0', ...modules].map((url) => 'import ' + JSON.stringify(url)).join('\\n')
await import('data:text/javascript,' + encodeURIComponent(all)).catch((error) => {
  if (error !== 0) fail('the server', error)
})
for (const name of ${JSON.stringify(packages)}) await import(name).catch((error) => fail('the package ' + name, error))
for (const file of globSync('node_modules/**/build/Release/*.node')) {
  try {
    process.dlopen({ exports: {} }, resolve(file))
  } catch (error) {
    // An extension for another program than Node does not register.
    if (!error.message.includes('self-register')) fail('native code', error)
  }
}
flushCompileCache()
process.exit()
function fail(what, error) {
  console.error(what + ' cannot be loaded: ' + (error?.message ?? error))
  process.exit(1)
}
`

/**
 * Compiles the modules of a built server for later starts by the same Node and user. The folder may be moved.
 *
 * @param packages the packages outside of its bundle that the server imports
 * @throws Error if a package cannot be loaded, or lacks an export that is imported
 */
export async function writeCompileCache(server: string, packages: readonly string[]): Promise<void> {
  // The variable names the cache of the build process, which is another one.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module'], {
    // Packages are resolved from this folder.
    cwd: server,
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
  })
  // The process may end before it has read all of its input.
  child.stdin.on('error', () => {}).end(programFor(packages))
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)])
  if (code !== 0) throw new Error(said.trim())
  process.stderr.write(said)
}
