// Removes the lab from a copy of the project, as a developer does first: the copy must build and pass its HTTP tests.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, runSuite, succeeds } from '#tests/harness/run-suites.ts'
import { copyFiles, projectFiles, root } from '#tests/harness/project-files.ts'

/** The folders of the lab, as the handbook lists them. */
const LAB = ['app/lab', 'app/routes/{-$locale}/lab', 'tests/site/lab']

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fairlead-without-lab-'))
  const files = projectFiles().filter((path) => !LAB.some((folder) => path.startsWith(`${folder}/`)))
  copyFiles(files, copy)
  return copy
}

/**
 * Builds the copy, which generates its route tree, checks its types and runs its HTTP tests. Unit tests are not run: the type
 * check already finds imports of the lab in them.
 */
export async function withoutLab(write: (text: string) => void): Promise<Counts> {
  const missing = LAB.filter((folder) => !existsSync(join(root, folder)))
  if (missing.length > 0) {
    write(`already removed: ${missing.join(', ')}\n`)
    return { passed: 0, failed: 0 }
  }
  const copy = copyProject()
  try {
    const steps = [await succeeds('vinxi', ['build'], write, copy), await succeeds('tsc', ['-p', '.'], write, copy)]
    const { passed, failed } = await runSuite('http', write, ['tests/site/http/'], copy)
    write(`in the copy: ${passed} passed, ${failed} failed\n`)
    // Counts as one test: the tests of the copy were counted in their own suite.
    const passes = steps.every(Boolean) && failed === 0
    return passes ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
