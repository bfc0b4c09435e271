import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PATH } from '#tests/harness/run-suites.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'

/** The files that a build reads: the table, and what that imports, beside the application itself. */
function inputs(table: readonly string[]): string[] {
  return projectFiles().filter((path) => !/^(tests|\.ci|\.github)\//.test(path) || table.includes(path))
}

/**
 * A copy of the project that is built with a table of the tests' own, so that the build under test elsewhere stays. Built
 * once: later runs find it until a file changes.
 *
 * @param name of the copy
 * @param table the table's file, and after it the files that it imports
 * @returns the copy's root
 */
export function buildWithTable(name: string, table: readonly [string, ...string[]]): string {
  const copy = join(root, 'tests/.tmp', name)
  const stamp = join(copy, 'built-from')
  const hash = createHash('sha256').update(process.version)
  const files = inputs(table)
  for (const path of files) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  const madeFrom = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return copy

  rmSync(copy, { recursive: true, force: true })
  copyFiles(files, copy)
  const env = { ...process.env, PATH, ROUTING_TABLE: table[0] }
  const { status } = spawnSync('vinxi', ['build'], { cwd: copy, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`${table[0]} does not build`)
  writeFileSync(stamp, madeFrom)
  return copy
}
