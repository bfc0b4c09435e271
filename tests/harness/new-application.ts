import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { templateFiles } from '#fairlead/cli/template-files.ts'
import { installLibrary, packedLibrary } from '#tests/harness/packed-library.ts'
import { type Output, runProgram } from '#tests/harness/run-program.ts'

/** Time for a build, Chromium and the checks, beside other suites. */
export const LIMIT_MS = 400_000

/** The environment of a terminal, without what this run of vitest has set. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATA_DIR$)/.test(name)),
)

type Options = Pick<Parameters<typeof templateFiles>[0], 'languages' | 'parts'>

/** Writes an application with the packed library, and returns what runs its commands. */
export async function newApplication(
  folder: string,
  options: Options,
): Promise<(...args: string[]) => Promise<Output>> {
  const library = await packedLibrary()
  const files = templateFiles({ name: 'Harbour notes', ...options, library: `file:${library}` })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  installLibrary(library, folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object)
  return (...args) =>
    runProgram(['node_modules/fairlead/cli/bootstrap.mjs', ...args], { cwd: folder, env: terminal, limitMs: LIMIT_MS })
}
