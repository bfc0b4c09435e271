import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAfterFile } from '#tests/harness/close-after-file.ts'

/** Creates an empty folder, which is deleted after the test file. Its path has no symlinks. */
export function temporaryFolder(parent: string = tmpdir()): string {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(realpathSync(parent), 'fairlead-'))
  closeAfterFile(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
