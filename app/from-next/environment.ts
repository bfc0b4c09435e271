import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type NextApplication, TOOL } from './read-application.ts'
import { at, code, isReadable, readSmallFile } from './source.ts'

/**
 * An environment variable of the application: the files that set it, and the places where modules read it. Values are
 * not kept.
 */
export type Variable = {
  readonly name: string
  readonly files: readonly string[]
  readonly readAt: readonly { readonly path: string; readonly line: number }[]
}

/** Names of variables that the shell uses. */
export const OF_SHELL =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|SENTRY_(DSN|TRANSPORT|TUNNEL_PATH|TRACES_SAMPLE_RATE)|OTEL_EXPORTER_OTLP_ENDPOINT|RETENTION_(DAYS|BYTES)|OPERATOR_TOKEN|REPORT_WEBHOOK(_SECRET)?|PUBLIC_ORIGIN|BESIDE_(ORIGIN|KEEP)|TRUSTED_PROXIES|WORKERS|KEEP_ALIVE_TIMEOUT|(TUNNEL_)?RATE_LIMIT)$/

/**
 * Returns the names that a file sets. A line of an unquoted private key may look like a name, but contains other
 * letters.
 */
function namesIn(root: string, file: string): string[] {
  const path = join(root, file)
  if (!lstatSync(path).isFile() || !isReadable(path)) return []
  return Object.keys(parseEnv(readSmallFile(root, file))).filter((name) => /^[A-Z][A-Z\d]*(_[A-Z\d]+)*_?$/.test(name))
}

/** Returns the variables that modules read and that files such as `.env.local` set, by name. */
export function variablesOf({ root, modules }: NextApplication): Variable[] {
  const files = readdirSync(root).filter((name) => /^\.env(\.[\w-]+)*$/.test(name))
  const set = files.toSorted().flatMap((file) => namesIn(root, file).map((name) => ({ name, file })))
  const read = [...modules.values()].flatMap(({ path, facts }) =>
    TOOL.test(path) ? [] : facts.variables.map(({ name, line }) => ({ name, path, line })),
  )
  const names = new Set([...set, ...read].map(({ name }) => name).filter((name) => name !== 'NEXT_TELEMETRY_DISABLED'))
  return [...names].toSorted().map((name) => ({
    name,
    files: set.filter((each) => each.name === name).map(({ file }) => file),
    readAt: read.filter((each) => each.name === name).map(({ path, line }) => ({ path, line })),
  }))
}

/** Returns the name of a variable in the new application. */
function nameHere(name: string): string {
  const plain = name.replace(/^NEXT_PUBLIC_/, '')
  if (plain !== name)
    return `public: ${code(`publicEnv.${plain}`)}, of app/env.server.ts, or ${code(`import.meta.env.VITE_${plain}`)} (handbook/next-by-item.md#env)`
  return OF_SHELL.test(name)
    ? `on the server: ${code(name)}, which the shell reads (handbook/run.md#environment)`
    : `on the server: ${code(`env.${name}`)}, of app/env.server.ts (handbook/server-routes-and-jobs.md#env)`
}

/** Returns a line for each variable that some files read; without files, for all. */
export const environmentLines = (variables: readonly Variable[], files?: ReadonlySet<string>): string[] =>
  variables.flatMap(({ name, files: setIn, readAt }) => {
    const here = readAt.filter(({ path }) => files?.has(path) ?? true)
    if (files && here.length === 0) return []
    const places = here.slice(0, 5).map(({ path, line }) => at(path, line))
    const more = here.length > 5 ? ` and ${here.length - 5} more` : ''
    const read = here.length === 0 ? 'no module reads it: perhaps a package or a tool' : places.join(', ') + more
    return [
      `${code(name)}: ${read}${setIn.length > 0 ? `; set in ${setIn.map(code).join(', ')}` : ''}; ${nameHere(name)}`,
    ]
  })
