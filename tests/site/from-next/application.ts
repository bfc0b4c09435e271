import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { planOutput } from '#app/from-next/write-output.ts'
import { planPort } from '#app/from-next/carried-modules.ts'
import { readApplication } from '#app/from-next/read-application.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Writes a Next.js application and returns its folder. */
export function nextApplication(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  writeFiles(folder, { 'package.json': '{ "dependencies": { "next": "16.0.0" } }', ...files })
  return folder
}

/** A page that needs nothing. */
export const PLAIN_PAGE = 'export default function Page() { return <h1>Plain</h1> }\n'

/** Returns the files that are to be written for an application, as text; a copy as the path of what it copies. */
export function written(
  files: Readonly<Record<string, string>>,
  packages: readonly string[] = [],
): Record<string, string> {
  const application = readApplication(nextApplication(files))
  const plan = planPort(application, new Set(['react', ...packages]))
  const outputs = planOutput(application, plan, { project, taken: new Map(), report: '' })
  return Object.fromEntries(
    [...outputs].map(([path, output]) => [path, 'text' in output ? output.text : output.copyOf]),
  )
}

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
