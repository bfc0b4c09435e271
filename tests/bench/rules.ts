// Measures the time that the table adds to a request, by its number of rules, and the bytes sent to the browser.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder } from '#tests/harness/built-folder.ts'
import type { Measurement } from '#tests/bench/measurement.ts'
import { median, rounded } from '#tests/bench/statistics.ts'
import { type CompiledTable, compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'
import { locateRedirect, resolveRedirect, resolveRewrite } from '#app/navigation/routing-table/match/resolve.ts'
import own from '#app/routing.ts'
import { MOST_RULES_CODE, rulesCodeBytes } from '#tests/harness/browser-rules-code.ts'
import { measureLocalizedLinks } from '#tests/bench/localized-links.ts'

/** Aim: what a request may cost at a thousand rules. */
const LIMITS = { microsecondsAtThousand: 10 }

const SIZES = [10, 100, 1_000, 10_000]

/** Number of rules that share a first segment, as sections of a site do. */
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
  return compileTable(routing, locateRedirect)
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

const headers = new Headers({ host: 'localhost' })

/** Redirects, then rewrites, as for every request. */
function answer(table: CompiledTable, url: string): unknown {
  const request = { url, headers }
  const redirect = resolveRedirect(table, request)
  return redirect.type === 'none' ? resolveRewrite(table, request, () => null) : redirect
}

function costs(size: number): Measurement[] {
  const table = tableOf(size)
  const last = size / 2 - 1
  const section = `/other-section-${Math.floor(last / RULES_A_SECTION)}`
  const urls = {
    'first rule': '/section-0/page-0',
    'last rule': last % 3 === 0 ? `${section}/page-${last}` : `${section}/item-${last}/7`,
    'no rule': '/handbook/segments?from=here',
  }
  return Object.entries(urls).map(([which, url]) => ({
    name: `a path that matches the ${which}, of ${size} rules`.replace('the no', 'no'),
    value: rounded(
      timeOf(() => answer(table, url)),
      2,
    ),
    unit: 'µs',
    ...(size === 1_000 && { aim: LIMITS.microsecondsAtThousand }),
  }))
}

/** Bytes after gzip of what the browser gets of the engine, the router and its libraries left out. */
async function clientCode(): Promise<Measurement> {
  const value = await rulesCodeBytes()
  return {
    name: 'code that a browser gets for a table with rules, gzip',
    value,
    unit: 'B',
    aim: MOST_RULES_CODE,
  }
}

/** Scripts with the engine in the application as it is built: none while its table is empty. */
function builtCode(): Measurement {
  const folder = join(builtFolder(), 'public/_build')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const value = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('__shows')).length
  const aim = own.redirects.length + Object.values(own.rewrites).flat().length === 0 ? { aim: 0 } : {}
  return { name: 'scripts with the engine in the build as it is', value, unit: 'files', ...aim }
}

/** Every figure of the redirects and rewrites. */
export async function measureRules(): Promise<Measurement[]> {
  // Once for nothing: whatever comes first pays for the compiler.
  SIZES.forEach(costs)
  return [...SIZES.flatMap(costs), ...(await measureLocalizedLinks()), await clientCode(), builtCode()]
}
