import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Returns a folder that is removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'from-next-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Writes a Next.js application and returns its folder. */
export function nextApplication(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder()
  writeFiles(folder, { 'package.json': '{ "dependencies": { "next": "16.0.0" } }', ...files })
  return folder
}

/** A page that needs nothing. */
export const PLAIN_PAGE = 'export default function Page() { return <h1>Plain</h1> }\n'
