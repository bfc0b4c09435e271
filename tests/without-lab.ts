// What a developer does first: a copy of the project without the lab builds, and its other tests pass.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, runSuite, succeeds } from '#tests/gates.ts'
import { copyFiles, projectFiles, root } from '#tests/project-files.ts'

/** What the handbook tells a developer to delete. */
const LAB = ['app/lab', 'app/routes/{-$locale}/lab', 'tests/lab']

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fairlead-without-lab-'))
  const kept = projectFiles().filter((path) => !LAB.some((folder) => path.startsWith(`${folder}/`)))
  copyFiles(kept, copy)
  return copy
}

/** Builds the copy, which makes its route tree anew, checks its types and runs its unit and HTTP tests. */
export function withoutLab(): Counts {
  const missing = LAB.filter((folder) => !existsSync(join(root, folder)))
  if (missing.length > 0) {
    console.log(`already gone: ${missing.join(', ')}`)
    return { passed: 0, failed: 0 }
  }
  const copy = copyProject()
  try {
    const steps = [succeeds('vinxi', ['build'], copy), succeeds('tsc', ['-p', '.'], copy)]
    const suites = [runSuite('unit', [], copy), runSuite('http', ['tests/http/'], copy)]
    for (const { passed, failed } of suites) console.log(`in the copy: ${passed} passed, ${failed} failed`)
    // One test: what the copy's own tests are was counted where they ran first.
    const passes = steps.every(Boolean) && suites.every(({ failed }) => failed === 0)
    return passes ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
