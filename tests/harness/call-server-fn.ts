import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder } from '#tests/harness/built-folder.ts'

/** Headers that a page of this site sends with a call. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }

/** Returns the URLs of the server functions of a module (its name without extension), in the order of their definition. */
export function functionsIn(module: string): string[] {
  const folder = join(builtFolder(), 'server/chunks')
  const files = readdirSync(folder).filter((file) => file.startsWith(`${module}.functions-`) && file.endsWith('.mjs'))
  const ids = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b[\da-f]{64}\b/g) ?? [])
  if (ids.length === 0) throw new Error(`the build has no server functions of ${module}`)
  return [...new Set(ids)].map((id) => `/_serverFn/${id}`)
}

/** Returns the URL of `sendFeedback`, a POST function that is part of every application. */
export const feedback = (): string => functionsIn('feedback')[0] ?? ''

type Data = string | { readonly [name: string]: Data }

/** Serializes the data of a call by GET. */
export function payloadOf(data: Data): string {
  let count = 0
  const node = (value: Data): object => {
    if (typeof value === 'string') return { t: 1, s: value }
    const i = count++
    return { t: 10, i, p: { k: Object.keys(value), v: Object.values(value).map(node) }, o: 0 }
  }
  return encodeURIComponent(JSON.stringify({ t: node({ data }), f: 63, m: [] }))
}
