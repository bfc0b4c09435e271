import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const FOLDER = 'compile-cache'

/** The server's entry. Code that is not in the folder, or of another Node, is compiled as ever. */
export const ENTRY = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
enableCompileCache({ directory: join(import.meta.dirname, '${FOLDER}'), portable: true })
await import('./chunks/node-server.mjs')
`

/**
 * The program that compiles, in the folder of a server. It compiles and links modules, and evaluates none: the first to be
 * evaluated throws. Then it loads packages, and native code, which a package may load at its first use.
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
 * Compiles the modules of a built server for later starts, by the same Node and user. The folder may be moved.
 *
 * @param packages what the server imports from packages outside of its bundle
 * @throws Error when one of them cannot be loaded, or has no export of a name that is imported
 */
export async function writeCompileCache(server: string, packages: readonly string[]): Promise<void> {
  // The variable names the cache of the build's own modules.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module'], {
    // Packages are found from here.
    cwd: server,
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
  })
  // It may end before it has read all.
  child.stdin.on('error', () => {}).end(programFor(packages))
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)])
  if (code !== 0) throw new Error(said.trim())
  process.stderr.write(said)
}
