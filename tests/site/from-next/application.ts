import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type NextApplication, readApplication } from '#app/from-next/read-application.ts'
import { moveSheets } from '#app/from-next/move-sheets.ts'
import { guardsOf } from '#app/from-next/guards.ts'
import type { Known } from '#app/from-next/report.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** Writes files into a folder. */
export function addFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Writes a Next.js application and returns its folder. */
export function nextApplication(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  addFiles(folder, { 'package.json': '{ "dependencies": { "next": "16.0.0" } }', ...files })
  return folder
}

/**
 * Returns the folder of an application to which pages move, with the library and the formatter of this project.
 *
 * @param files of it, beside package.json
 */
export function fairleadApplication(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder()
  addFiles(folder, { 'package.json': '{ "type": "module", "dependencies": { "react": "19.3.1" } }', ...files })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(root, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'))
  return folder
}

/** A page that needs nothing. */
export const PLAIN_PAGE = 'export default function Page() { return <h1>Plain</h1> }\n'

/** Returns what is known of an application, for pages that move to one with React alone. */
export function knownOf(application: NextApplication, more: Partial<Known> = {}): Known {
  return {
    guards: guardsOf(application),
    left: [],
    installed: new Set(['react']),
    ownerOf: () => undefined,
    localeSegment: '',
    publicPaths: new Map(),
    imageHosts: [],
    ...more,
  }
}

/** Reads an application of these files. */
export const applicationOf = (files: Readonly<Record<string, string>>): NextApplication =>
  readApplication(nextApplication(files))

/** Starts a server of HTML for the present test. */
export async function serveHtml(listener: RequestListener): Promise<URL> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

export type Files = Readonly<Record<string, string>>

/** Returns MOVE.md and the task sheets of an application of these files. */
export function sheets(files: Files, more: Partial<Known> = {}): Record<string, string> {
  const application = applicationOf(files)
  return Object.fromEntries(moveSheets(application, knownOf(application, more)))
}

/** Returns the lines of a section of a sheet. */
export const sectionOf = (sheet: string | undefined, title: string) =>
  (sheet?.split(`\n## ${title}\n\n`)[1] ?? '').split('\n\n## ', 1)[0]?.trim().split('\n')
