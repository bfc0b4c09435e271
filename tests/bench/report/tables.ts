import { type Cell, figure, LIMITS, type Line, OURS, PEERS } from '#tests/bench/report/summary.ts'
import type { Verdict } from '#tests/bench/report/aims.ts'
import type { PartResult, Results } from '#tests/bench/results.ts'

/** A Markdown table, its columns as wide as their widest cell, as the formatter has it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0), cell.length),
  )
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** The median and how many times as good Fairlead is, which stay on one line. */
function cellOf(cell: Cell | undefined): string {
  if (!cell) return '–'
  const { median, timesAsGood } = cell
  return figure(median) + (timesAsGood === undefined ? '' : `\u00A0×${figure(timesAsGood, 2)}`)
}

function tableOf(lines: readonly Line[], { limits }: { limits: boolean }): string {
  const hasLimit = limits && lines.some(({ cells }) => LIMITS.some((limit) => limit in cells))
  // Some are compared in a few lines only.
  const shown = Object.entries(PEERS).filter(([peer]) => lines.some(({ cells }) => peer in cells))
  const head = ['what', 'Fairlead', ...shown.map(([, label]) => label), ...(hasLimit ? ['limit'] : [])]
  const rows = lines.map(({ label, unit, cells }) => {
    const limit = LIMITS.map((name) => cells[name]).find((cell) => cell !== undefined)
    const peers = [OURS, ...shown.map(([peer]) => peer)].map((peer) => cellOf(cells[peer]))
    return [unit === 'requests' ? label : `${label}, ${unit}`, ...peers, ...(hasLimit ? [cellOf(limit)] : [])]
  })
  return table(head, rows)
}

const LIMIT =
  'The limit is `node:http` sending the same bytes, or React alone. Every run is in `tests/bench/results/latest.json`.'
const LEGEND = '`×2` means twice as good as the competitor. Each figure is a median.'

/** The table of the README: a few rows. */
export function shortTable(lines: readonly Line[]): string {
  return `${tableOf(
    lines.filter(({ isShort }) => isShort),
    { limits: false },
  )}\n\n${LEGEND}`
}

/** Two tables, for what is behind and for the rest; one where there is nothing for the other. */
export function longTables(lines: readonly Line[]): string {
  const groups = [
    { heading: '## Where Fairlead is behind {#behind}', lines: lines.filter(({ isBehind }) => isBehind) },
    { heading: '## Where it is level or ahead {#ahead}', lines: lines.filter(({ isBehind }) => !isBehind) },
  ]
  const sections = groups.flatMap(({ heading, lines: own }) =>
    own.length > 0 ? [`${heading}\n\n${tableOf(own, { limits: true })}`] : [],
  )
  return [...sections, `${LEGEND}\n${LIMIT}`].join('\n\n')
}

/** The missed aims with their figures, and how many are met. Empty if there are none. */
export function aimsTable(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return ''
  const missed = verdicts.filter(({ isMet }) => !isMet)
  const met = `${verdicts.length - missed.length} of ${verdicts.length} aims are met.`
  const rows = missed.map(({ name, unit, measured, aim }) => [`${name}, ${unit}`, figure(measured), aim])
  return missed.length === 0 ? met : `${met} These are missed:\n\n${table(['what', 'Fairlead', 'aim'], rows)}`
}

type Run = [part: string, run: PartResult]

function setting({ machine: { cpu, cores, memoryGb, system }, versions }: PartResult): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}; ${named.join(', ')}:`
}

/** On what, with which versions, when and by which command it was measured. */
export function provenance({ parts }: Results): string {
  const settings = Map.groupBy(Object.entries(parts), ([, run]) => setting(run))
  const runOf = ([, { measuredAt, command }]: Run) => `${measuredAt.slice(0, 10)}, \`${command}\``
  return [...settings]
    .map(([where, runs]) => {
      const lines = [...Map.groupBy(runs, runOf)].map(
        ([run, own]) => `- ${own.map(([part]) => part).join(', ')}: ${run}`,
      )
      return `${where}\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}
