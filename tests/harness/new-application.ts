import { symlinkSync } from 'node:fs'
import type { TemplateOptions } from '#fairlead/cli/template-files.ts'
import { makeApplication } from '#tests/harness/make-application.ts'
import { type Output, runProgram } from '#tests/harness/run-program.ts'

/** Time for a build, Chromium and the checks, while other suites run. */
export const LIMIT_MS = 400_000

/** The environment of a terminal, without the variables of this run of vitest. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATA_DIR$)/.test(name)),
)

type Options = Pick<TemplateOptions, 'languages' | 'parts'>

/** Writes an application with the packed library, and returns a function that runs its commands. */
export async function newApplication(
  folder: string,
  options: Options,
): Promise<(...args: string[]) => Promise<Output>> {
  await makeApplication(folder, { name: 'Harbour notes', ...options }, symlinkSync)
  return (...args) =>
    runProgram(['node_modules/fairlead/cli/bootstrap.mjs', ...args], { cwd: folder, env: terminal, limitMs: LIMIT_MS })
}
