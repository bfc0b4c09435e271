// Writes the published rows into the README and the handbook, and all rows beside latest.json, from that file alone: `node
// tests/bench/report/write.ts`. The bench does so at its end.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartsOf } from '#tests/bench/report/chart.ts'
import { summarize, unmeasured } from '#tests/bench/report/summary.ts'
import { verdictsOf } from '#tests/bench/report/aims.ts'
import { aimsText, longTables, provenance, restText, shortTable } from '#tests/bench/report/tables.ts'
import { readResults, type Results } from '#tests/bench/results.ts'
import { root } from '#tests/harness/project-files.ts'

const BEGIN = '<!-- Written by npm run bench, from tests/bench/results/latest.json. -->'

export const README = 'README.md'
export const PAGE = 'app/handbook/content/en/how-it-compares.md'
export const ALL_ROWS = 'tests/bench/results/rows.md'

/** The heading that follows what is written into a file. */
const NEXT_HEADING: Readonly<Record<string, string>> = {
  [README]: '## Where to go on',
  [PAGE]: '## How it is measured {#method}',
}

/**
 * Puts text between the line that announces it and the heading that follows it.
 *
 * @throws Error that names the file, when one of them is missing.
 */
export function insert(source: string, text: string, file: string): string {
  const heading = NEXT_HEADING[file] ?? ''
  const begin = source.indexOf(BEGIN)
  const end = source.indexOf(`\n${heading}\n`)
  if (begin < 0 || end < begin) {
    throw new Error(`${file}: no line "${BEGIN}" before the heading "${heading}", between which the table belongs`)
  }
  return `${source.slice(0, begin)}${BEGIN}\n\n${text}\n${source.slice(end)}`
}

const NOTHING = 'Not measured yet.'

/** A file of its own, whose headings have no anchors of the handbook. */
const allRows = (text: string): string =>
  `# All rows of the bench\n\n${BEGIN}\n\n${text.replaceAll(/ \{#\w+\}$/gm, '')}\n`

/** The new text of each file that shows results. `read` returns a file's current text. */
export function written(results: Results, read: (file: string) => string): Record<string, string> {
  const lines = summarize(results)
  if (lines.length === 0) {
    const pages = [README, PAGE].map((file) => [file, insert(read(file), NOTHING, file)] as const)
    return { ...Object.fromEntries(pages), [ALL_ROWS]: allRows(NOTHING) }
  }
  const verdicts = verdictsOf(results)
  const published = lines.filter(({ isPublished }) => isPublished)
  const rest = restText(lines, unmeasured(results), ALL_ROWS)
  const aims = aimsText(published, verdicts)
  const machine = `## What it was measured on {#machine}\n\n${provenance(results)}`
  const page = [
    ...chartsOf(published),
    longTables(published, verdicts),
    rest,
    ...(aims ? [`## Aims {#aims}\n\n${aims}`] : []),
    machine,
  ]
  return {
    [README]: insert(read(README), `${shortTable(published)}\n\n${rest}`, README),
    [PAGE]: insert(read(PAGE), page.join('\n\n'), PAGE),
    [ALL_ROWS]: allRows(`${longTables(lines, verdicts)}\n\n${machine}`),
  }
}

const readFile = (file: string): string => readFileSync(join(root, file), 'utf8')

export function writeReport(): void {
  for (const [file, content] of Object.entries(written(readResults(), readFile)))
    writeFileSync(join(root, file), content)
}

if (import.meta.main) writeReport()
