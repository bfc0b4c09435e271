import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeAfterFile } from '#tests/harness/close-after-file.ts'

/** Creates an empty folder, which is deleted after the test file. Its path has no symlinks. */
export function temporaryFolder(parent: string = tmpdir()): string {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(realpathSync(parent), 'fairlead-'))
  closeAfterFile(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files by their paths in a folder, with the folders on the way. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
