// What a developer does first: a copy of the project without the lab builds, is sound, and passes its HTTP tests.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, runSuite, succeeds } from '#tests/run-suites.ts'
import { copyFiles, projectFiles, root } from '#tests/project-files.ts'

/** What the handbook tells a developer to delete. */
const LAB = ['app/lab', 'app/routes/{-$locale}/lab', 'tests/lab']

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fairlead-without-lab-'))
  const kept = projectFiles().filter((path) => !LAB.some((folder) => path.startsWith(`${folder}/`)))
  copyFiles(kept, copy)
  return copy
}

/**
 * Builds the copy, which makes its route tree anew, checks its types and runs its HTTP tests. Unit tests import what they
 * test, so the types say already whether one of them needs the lab.
 */
export async function withoutLab(say: (text: string) => void): Promise<Counts> {
  const missing = LAB.filter((folder) => !existsSync(join(root, folder)))
  if (missing.length > 0) {
    say(`already gone: ${missing.join(', ')}\n`)
    return { passed: 0, failed: 0 }
  }
  const copy = copyProject()
  try {
    const steps = [await succeeds('vinxi', ['build'], say, copy), await succeeds('tsc', ['-p', '.'], say, copy)]
    const { passed, failed } = await runSuite('http', say, ['tests/http/'], copy)
    say(`in the copy: ${passed} passed, ${failed} failed\n`)
    // One test: what the copy's own tests are was counted where they ran first.
    const passes = steps.every(Boolean) && failed === 0
    return passes ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
