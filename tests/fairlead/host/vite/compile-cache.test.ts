import { expect, it } from 'vitest'
import { writeCompileCache } from '#fairlead/host/vite/compile-cache.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

/** Checks a server with a chunk and files of packages, which imports `gauge`. */
function check(chunk: string, files: Record<string, string>): Promise<void> {
  const server = temporaryFolder()
  writeFiles(server, { 'chunks/node-server.mjs': chunk, ...files })
  return writeCompileCache(server, ['gauge'])
}

const GAUGE = 'node_modules/gauge/index.js'

it.each([
  ['is missing', `import 'gauge'`, {}, /^the server cannot be loaded: Cannot find package 'gauge' imported from/],
  ['has no such export', `import { a } from 'gauge'`, { [GAUGE]: 'exports.b = 1' }, /'gauge' does not provide .* 'a'/],
  ['throws', `import 'gauge'`, { [GAUGE]: 'throw new Error("no")' }, /^the package gauge cannot be loaded: no$/],
  [
    'has native code for another machine',
    `import 'gauge'`,
    { [GAUGE]: '', 'node_modules/gauge/build/Release/gauge.node': 'x' },
    /^native code cannot be loaded: .*\/gauge\/build\/Release\/gauge\.node/,
  ],
])('a build stops at a package that %s', async (_, chunk, files, message) => {
  await expect(check(chunk, files)).rejects.toThrow(message)
})

it('a build evaluates none of its own modules', async () => {
  const checked = check(`import { b } from 'gauge'\nthrow new Error(b)`, { [GAUGE]: 'exports.b = 1' })
  await expect(checked).resolves.toBeUndefined()
})
