import { expect, it } from 'vitest'
import { locateRedirect, resolveRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { candidates, compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { parseDestination, parsePattern, parseSource } from '#fairlead/navigation/routing-table/parse/parse-pattern.ts'
import { samplePaths } from '#fairlead/navigation/routing-table/parse/warnings.ts'
import { routingOf, served, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'
import { random } from '#tests/harness/random.ts'

/** Parts of sources, put together as they come: what has a slash in front and what has none, optional or not. */
const PARTS =
  '/a /B /c-d /über /%C3%BCber /{a}?/b e .md - / /:x /:x? /:x* /:x+ :x :x? .:x -:x? {/:x}? {/f}? {-:x}* {/}?g /:x(\\d+) /:x(a|b)? /(.*) (.*) /h\\:i'.split(
    ' ',
  )

function isWellFormed(source: string): boolean {
  try {
    parseSource(source)
    return true
  } catch {
    return false
  }
}

it('the index of rules finds the same rule as a linear search, for random sources and paths', () => {
  const next = random(21)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const source = (): string => {
    let names = 0
    const parts = Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(PARTS))
    const text = `/a${parts.join('')}`.replace(/:x/g, () => `:x${names++}`).slice(next() < 0.5 ? 2 : 0)
    return text.startsWith('/') && isWellFormed(text) ? text : source()
  }
  let matched = 0
  for (let round = 0; round < 60; round++) {
    const generated = Array.from({ length: 12 }, source)
    const samples = generated.flatMap(samplePaths)
    // Parsed without being defined, which would check each custom pattern.
    const redirects = generated.map((text, row) => {
      const from = row % 3 === 0 ? `/:l(en|de)${text}` : text
      const destination = `/to-${row}`
      const { destination: target } = parseDestination(destination, new Set())
      const rule = { place: `redirects[${row}]`, source: from, destination, pattern: parsePattern(from), target }
      return { ...rule, locale: row % 3 !== 0, status: 307 as const }
    })
    const table = compileTable({ ...routingOf({}), redirects }, locateRedirect)
    for (const sample of samples) {
      const path =
        pick(['', '/de', '/en']) + pick([sample, sample.toUpperCase(), `${sample}/`, `${sample}x`, `/a${sample}`])
      const walked = resolveRedirect(table, served(path), () => {})
      if (walked.type === 'redirect') matched++
      expect(resolveRedirect(table, served(path)), `${path} of ${generated.join(' ')}`).toEqual(walked)
    }
  }
  expect(matched).toBeGreaterThan(1_000)
})

it.each([
  ['/docs/:path*.md', '/docs.md'],
  ['/docs/:path*.md', '/docs/a/b.md'],
  ['/blog{/:year}?-archive', '/blog-archive'],
  ['/docs/:path*/:page?', '/docs'],
])('%s matches %s', (source, path) => {
  const table = tableOf({ redirects: [{ source, destination: '/to', permanent: false }] })
  expect(resolveRedirect(table, served(path))).toMatchObject({ type: 'redirect' })
})

it('the index of rules tests only those with the same first segment, and literal ones only for their path', () => {
  const redirects = Array.from({ length: 100 }, (_, row) => ({
    source: row % 2 ? `/s${row % 10}/:x/${row}` : `/s/${row}`,
    destination: '/to',
    permanent: false,
  }))
  const table = tableOf({ redirects })
  const rowsAt = (path: string) => candidates(table.redirects, table.readAddress(path, undefined))
  expect(rowsAt('/s/42')).toEqual([42])
  expect(rowsAt('/s/43')).toEqual([])
  expect(rowsAt('/s1/x/y')).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91])
})
