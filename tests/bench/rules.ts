// What the table adds to one request, by its number of rules, and what the browser is sent of it.
// Alone: node tests/bench/rules.ts
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { compileTable, type CompiledTable } from '#app/navigation/rules/compiled.ts'
import { defineRouting } from '#app/navigation/rules/define-routing.ts'
import { prepareTable } from '#app/navigation/rules/prepare.ts'
import { resolveRedirect, resolveRewrite } from '#app/navigation/rules/resolve.ts'
import { root } from '#tests/project-files.ts'

/** One figure: what was measured, how much, and what it should stay under. */
export type Row = { readonly name: string; readonly value: number; readonly unit: string; readonly limit?: number }

/** Aims: what a request may cost at a thousand rules, and what of the engine a browser may be sent. */
const LIMITS = { microsecondsAtThousand: 10, bytesOfCode: 5_000 }

const SIZES = [10, 100, 1_000, 10_000]

/** How many rules share a first segment in a table, as sections of a site do. */
const RULES_A_SECTION = 10

/** Each figure is the median of so many rounds, each at least so long. */
const ROUNDS = 9
const ROUND_MS = 40

/** Half redirects, half rewrites; every section has exact paths, params, and a condition. */
function tableOf(size: number): CompiledTable {
  const sources = Array.from({ length: size / 2 }, (_, row) => {
    const section = `section-${Math.floor(row / RULES_A_SECTION)}`
    return `${section}/${row % 3 === 0 ? `page-${row}` : `item-${row}/:id`}`
  })
  const has = (row: number) => (row % 5 === 4 ? { has: [{ type: 'header', key: 'x-variant' }] } : {})
  const routing = defineRouting({
    locales: ['en', 'de'],
    defaultLocale: 'en',
    redirects: sources.map((source, row) => ({
      source: `/${source}`,
      destination: `/to-${row}`,
      permanent: true,
      ...has(row),
    })),
    rewrites: sources.map((source, row) => ({ source: `/other-${source}`, destination: `/to-${row}`, ...has(row) })),
  })
  return compileTable(prepareTable(routing))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** Microseconds for one call. */
function timeOf(call: () => unknown): number {
  let calls = 1
  const round = () => {
    const since = performance.now()
    for (let index = 0; index < calls; index++) call()
    return performance.now() - since
  }
  while (round() < ROUND_MS) calls *= 2
  return median(Array.from({ length: ROUNDS }, round)) / calls / 1e-3
}

function costs(size: number): Row[] {
  const table = tableOf(size)
  const headers = new Headers({ host: 'localhost' })
  const answer = (url: string) => {
    const request = { url, headers }
    const redirect = resolveRedirect(table, request)
    return redirect.type === 'none' ? resolveRewrite(table, request, () => null) : redirect
  }
  const last = size / 2 - 1
  const section = `/other-section-${Math.floor(last / RULES_A_SECTION)}`
  const urls = {
    'first rule': '/section-0/page-0',
    'last rule': last % 3 === 0 ? `${section}/page-${last}` : `${section}/item-${last}/7`,
    'no rule': '/handbook/segments?from=here',
  }
  return Object.entries(urls).map(([which, url]) => ({
    name: `a path that matches the ${which}, of ${size} rules`.replace('the no', 'no'),
    value: timeOf(() => answer(url)),
    unit: 'µs',
    ...(size === 1_000 && { limit: LIMITS.microsecondsAtThousand }),
  }))
}

/** What Start's compiler takes out of a function that server and browser do differently. */
const SERVER_HALF = /createIsomorphicFn\(\)\s*\.server\([^\n]*\)\s*\.client\(/g

/** Bytes after gzip of what the browser gets of the engine, the router and its libraries left out. */
async function clientCode(): Promise<Row> {
  const bundle = await build({
    configFile: false,
    plugins: [
      {
        name: 'client-half',
        transform: (code) => code.replace(SERVER_HALF, '(').replace(/new AsyncLocalStorage\S+/, 'null'),
      },
    ],
    logLevel: 'silent',
    root,
    build: {
      write: false,
      minify: true,
      lib: { entry: join(root, 'app/navigation/rules/install.ts'), formats: ['es'] },
      rolldownOptions: { external: [/^@tanstack\//, /^node:/, /^react/], output: { minify: true } },
    },
  })
  const outputs = [bundle].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('')
  const value = gzipSync(code, { level: 9 }).length
  return {
    name: 'code that a browser gets for a table with rules',
    value,
    unit: 'bytes gzip',
    limit: LIMITS.bytesOfCode,
  }
}

/** Bytes of the engine in the application as it is built: nothing while its table is empty. */
function builtCode(): Row[] {
  const folder = join(root, '.output/public/_build')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const found = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('__shows'))
  return [{ name: 'scripts with the engine in the build as it is', value: found.length, unit: 'files' }]
}

/** Every figure of the redirects and rewrites. */
export async function run(): Promise<Row[]> {
  return [...SIZES.flatMap(costs), await clientCode(), ...builtCode()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, value, unit, limit } of await run()) {
    const verdict = limit === undefined ? '' : value <= limit ? ` (within ${limit})` : ` (OVER ${limit})`
    console.log(`${name}: ${value < 100 ? value.toFixed(2) : Math.round(value)} ${unit}${verdict}`)
  }
}
