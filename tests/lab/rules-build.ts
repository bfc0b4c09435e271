import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { succeeds } from '#tests/gates.ts'
import { projectFiles, root } from '#tests/project-files.ts'

/** The table that the copy is built with, from the project's root. */
export const TABLE = 'tests/lab/rules-table.ts'

const copy = join(root, 'tests/.tmp/rules')
const stamp = join(copy, 'built-from')

/** What a build reads: the table beside the application itself. */
function inputs(): string[] {
  return projectFiles().filter((path) => !/^(tests|\.ci|\.github)\//.test(path) || path === TABLE)
}

/**
 * A copy of the project that is built with the tests' own table, so that the build under test elsewhere stays. Built
 * once: later runs find it until a file changes.
 *
 * @returns the copy's root
 */
export function buildWithRules(): string {
  const hash = createHash('sha256').update(process.version)
  const files = inputs()
  for (const path of files) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  const madeFrom = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return copy

  rmSync(copy, { recursive: true, force: true })
  for (const path of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    copyFileSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (!succeeds('vinxi', ['build'], copy, { ROUTING_TABLE: TABLE })) throw new Error(`${TABLE} does not build`)
  writeFileSync(stamp, madeFrom)
  return copy
}
