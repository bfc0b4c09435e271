import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runProgram } from '#tests/harness/run-program.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const PROGRAM = `const { registerApplicationFiles } = await import('./node_modules/fairlead/host/application-files.js')
registerApplicationFiles()
const { exportStatic } = await import('./node_modules/fairlead/cli/export-static.js')
process.exitCode = await exportStatic(process.argv[1], console.error)`

/**
 * Writes the pages of a built application for a static host. Returns their folder, what the command said, the log of the
 * server that it started, and the files that are left in its data folder.
 */
export async function exportPages(cwd: string, variables: Record<string, string> = {}) {
  const folder = join(temporaryFolder(), 'static')
  const dataDir = temporaryFolder()
  const env = testEnvironment(dataDir, variables)
  const { code, out, err } = await runProgram(['--input-type=module', '--eval', PROGRAM, folder], { cwd, env })
  expect(code, err).toBe(0)
  return { folder, said: err, log: out.split('\n'), files: readdirSync(dataDir) }
}
