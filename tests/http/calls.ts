import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/project-files.ts'

/** What a page of this site says of itself. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }

/** The address of a server function, found in the client's file that calls it. */
export function functionIn(chunk: RegExp): string {
  const folder = join(root, '.output/public/_build')
  for (const name of readdirSync(folder).filter((file) => chunk.test(file) && file.endsWith('.js'))) {
    const [id] = /\b[\da-f]{64}\b/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    if (id) return `/_serverFn/${id}`
  }
  throw new Error(`no file of the client matches ${chunk} and names a server function`)
}

/** "Tell us what happened", a function that changes something and is part of every application. */
export const feedback = (): string => functionIn(/^details-/)
