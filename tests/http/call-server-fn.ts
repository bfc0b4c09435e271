import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/project-files.ts'

/** What a page of this site says of itself. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }

/** The addresses of the server functions of a module, by its name without an ending, in the order of their definition. */
export function functionsIn(module: string): string[] {
  const folder = join(root, '.vinxi/build/start/server/_build')
  const files = readdirSync(folder).filter((file) => file.startsWith(`${module}.functions-`) && file.endsWith('.js'))
  const ids = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b[\da-f]{64}\b/g) ?? [])
  if (ids.length === 0) throw new Error(`the build has no server functions of ${module}`)
  return [...new Set(ids)].map((id) => `/_serverFn/${id}`)
}

/** "Tell us what happened", a function that changes something and is part of every application. */
export const feedback = (): string => functionsIn('feedback')[0] ?? ''

type Data = string | { readonly [name: string]: Data }

/** What a function is called with, as a call by GET carries it. */
export function payloadOf(data: Data): string {
  let count = 0
  const node = (value: Data): object => {
    if (typeof value === 'string') return { t: 1, s: value }
    const i = count++
    return { t: 10, i, p: { k: Object.keys(value), v: Object.values(value).map(node) }, o: 0 }
  }
  return encodeURIComponent(JSON.stringify({ t: node({ data }), f: 63, m: [] }))
}
