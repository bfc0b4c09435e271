import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { succeeds } from '#tests/gates.ts'
import { projectFiles, root } from '#tests/project-files.ts'

/** The table that the copy is built with, from the project's root. */
export const TABLE = 'tests/lab/rules-table.ts'

/** What a build reads: the table, and what that imports, beside the application itself. */
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
  for (const path of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    copyFileSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (!succeeds('vinxi', ['build'], copy, { ROUTING_TABLE: table[0] })) throw new Error(`${table[0]} does not build`)
  writeFileSync(stamp, madeFrom)
  return copy
}

/** The copy that is built with the table that has every kind of rule. */
export function buildWithRules(): string {
  return buildWithTable('rules', [TABLE])
}
