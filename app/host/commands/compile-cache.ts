import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

/** Folder of V8's compiled code, beside the server's entry. */
const FOLDER = 'compile-cache'

/** The server's entry. Code that is not in the folder, or of another Node, is compiled as ever. */
export const ENTRY = `import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
enableCompileCache({ directory: join(import.meta.dirname, '${FOLDER}'), portable: true })
await import('./chunks/node-server.mjs')
`

/**
 * Compiles and links modules, and evaluates none: the first to be evaluated throws. Then loads packages, and native code,
 * which a package may load at its first use.
 */
const compile = (
  directory: string,
  modules: readonly string[],
  packages: readonly string[],
  native: readonly string[],
): string => {
  const imports = ['data:text/javascript,throw 0', ...modules.map((file) => pathToFileURL(file).href)]
  const all = imports.map((url) => `import ${JSON.stringify(url)}`).join('\n')
  return `import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache({ directory: ${JSON.stringify(directory)}, portable: true })
await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(all)})).catch((error) => {
  if (error !== 0) fail('the server', error)
})
for (const name of ${JSON.stringify(packages)}) await import(name).catch((error) => fail('the package ' + name, error))
for (const file of ${JSON.stringify(native)}) {
  try {
    process.dlopen({ exports: {} }, file)
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
}

/**
 * Compiles the modules of a built server for later starts, by the same Node and user. The folder may be moved.
 *
 * @param packages what the server imports from packages outside of its bundle
 * @throws Error when one of them cannot be loaded, or has no export of a name that is imported
 */
export async function writeCompileCache(server: string, packages: readonly string[]): Promise<void> {
  const modules = globSync('chunks/**/*.mjs', { cwd: server }).map((file) => resolve(server, file))
  const native = globSync('node_modules/**/build/Release/*.node', { cwd: server }).map((file) => resolve(server, file))
  const script = compile(resolve(server, FOLDER), modules, packages, native)
  // The variable names the cache of the build's own modules.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module'], {
    // Packages are found from here.
    cwd: server,
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
  })
  // It may end before it has read all.
  child.stdin.on('error', () => {}).end(script)
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)])
  if (code !== 0) throw new Error(said.trim())
  process.stderr.write(said)
}
