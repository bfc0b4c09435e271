// Writes the table and the charts into the README and the handbook, from latest.json alone: `node
// tests/bench/report/write.ts`. The bench does so at its end.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartOf, DARK, LIGHT, THEMED } from '#tests/bench/report/chart.ts'
import { summarize } from '#tests/bench/report/summary.ts'
import { verdictsOf } from '#tests/bench/report/aims.ts'
import { aimsLine, aimsTable, longTables, provenance, shortTable } from '#tests/bench/report/tables.ts'
import { readResults, type Results } from '#tests/bench/results.ts'
import { root } from '#tests/harness/project-files.ts'

const BEGIN = '<!-- Written by npm run bench, from tests/bench/results/latest.json. -->'
const END = '<!-- So far. -->'

export const README = 'README.md'
export const PAGE = 'app/handbook/content/en/how-it-compares.md'

/**
 * Puts text between the two lines that say where it belongs.
 *
 * @throws Error that names the file, when a line is not there.
 */
export function between(source: string, text: string, file: string): string {
  const begin = source.indexOf(BEGIN)
  const end = source.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${file}: no lines "${BEGIN}" and "${END}", where the table belongs`)
  return `${source.slice(0, begin)}${BEGIN}\n\n${text}\n\n${source.slice(end)}`
}

const PICTURE = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset=".github/bench-dark.svg">
  <img alt="Bar charts of the most telling rows" src=".github/bench-light.svg">
</picture>`

const NOTHING = 'Not measured yet. The figures will stand here with the command that gives them.'

/** Every file that shows what was measured, as it is to be. `read` gives a file as it is. */
export function written(results: Results, read: (file: string) => string): Record<string, string> {
  const lines = summarize(results)
  if (lines.length === 0) {
    return Object.fromEntries([README, PAGE].map((file) => [file, between(read(file), NOTHING, file)]))
  }
  const where = provenance(results)
  const verdicts = verdictsOf(results)
  const aims = aimsTable(verdicts)
  const charts = { light: chartOf(lines, LIGHT), dark: chartOf(lines, DARK), themed: chartOf(lines, THEMED) }
  const readme = [shortTable(lines), ...(aims ? [aimsLine(verdicts)] : []), ...(charts.light ? [PICTURE] : []), where]
  const page = [
    // On a narrow screen they can be moved sideways: made to fit, nobody could read them.
    ...(charts.themed
      ? [`<div class="scroll" tabindex="0" role="group" aria-label="Bar charts">\n${charts.themed}\n</div>`]
      : []),
    longTables(lines),
    ...(aims ? [`## Aims {#aims}\n\n${aims}`] : []),
    `## What it was measured on {#machine}\n\n${where}`,
  ]
  return {
    [README]: between(read(README), readme.join('\n\n'), README),
    [PAGE]: between(read(PAGE), page.join('\n\n'), PAGE),
    ...(charts.light && { '.github/bench-light.svg': `${charts.light}\n` }),
    ...(charts.dark && { '.github/bench-dark.svg': `${charts.dark}\n` }),
  }
}

const readFile = (file: string): string => readFileSync(join(root, file), 'utf8')

export function writeReport(): void {
  for (const [file, content] of Object.entries(written(readResults(), readFile)))
    writeFileSync(join(root, file), content)
}

if (import.meta.main) writeReport()
