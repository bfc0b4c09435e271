import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '#fairlead/platform/env.server.ts'
import type { Part } from '#fairlead/server/part.ts'

/** Returns the parts that `app/parts.ts` lists, for commands and builds; none for an application without that file. */
export async function readParts(root = process.cwd()): Promise<readonly Part[]> {
  const file = resolve(root, 'app/parts.ts')
  if (!existsSync(file)) return []
  return ((await import(pathToFileURL(file).href)) as { default: readonly Part[] }).default
}

export async function readPartDatabases(env: Env) {
  return (await Promise.all((await readParts()).map(async ({ databases }) => (await databases?.(env)) ?? []))).flat()
}

/** Returns the constants about the parts that the server's modules need, for `define` of Vite. */
export async function constantsOfParts(): Promise<Record<string, string>> {
  const parts = await readParts()
  const operatorPage = parts.find((part) => part.operatorPage !== undefined)?.operatorPage
  return {
    // The page that an operator opens with the token, for the host.
    'import.meta.env.VITE_OPERATOR_PAGE': JSON.stringify(operatorPage) ?? 'undefined',
    'import.meta.env.VITE_STORES_REPORTS': String(parts.some(({ storesReports }) => storesReports)),
  }
}
