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

const isOf = (line: Line, { part, figure: name }: Verdict): boolean => line.part === part && line.figure === name

/** The median, and the aim if it is missed. */
function ourCellOf(line: Line, missed: readonly Verdict[]): string {
  const aim = missed.find((verdict) => isOf(line, verdict))
  return cellOf(line.cells[OURS]) + (aim ? `\u00A0(aim\u00A0${figure(aim.limit)})` : '')
}

type Options = { limits: boolean; missed: readonly Verdict[] }

function tableOf(lines: readonly Line[], { limits, missed }: Options): string {
  const hasLimit = limits && lines.some(({ cells }) => LIMITS.some((limit) => limit in cells))
  // Some are compared in a few lines only.
  const shown = Object.entries(PEERS).filter(([peer]) => lines.some(({ cells }) => peer in cells))
  const head = ['what', 'Fairlead', ...shown.map(([, label]) => label), ...(hasLimit ? ['limit'] : [])]
  const rows = lines.map((line) => {
    const { label, unit, cells } = line
    const limit = LIMITS.map((name) => cells[name]).find((cell) => cell !== undefined)
    return [
      unit === 'requests' ? label : `${label}, ${unit}`,
      ourCellOf(line, missed),
      ...shown.map(([peer]) => cellOf(cells[peer])),
      ...(hasLimit ? [cellOf(limit)] : []),
    ]
  })
  return table(head, rows)
}

const LIMIT =
  'The limit is `node:http` sending the same bytes, or React alone. Every run is in `tests/bench/results/latest.json`.'
const LEGEND = '`×2` means twice as good as the competitor. Each figure is a median.'

/** The table of the README: the rows in which Fairlead is ahead first. */
export function shortTable(lines: readonly Line[]): string {
  return `${tableOf(
    lines.toSorted((one, other) => Number(one.isBehind) - Number(other.isBehind)),
    { limits: false, missed: [] },
  )}\n\n${LEGEND}`
}

/** Two tables, for what is behind and for the rest; one where there is nothing for the other. */
export function longTables(lines: readonly Line[], verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ isMet }) => !isMet)
  const groups = [
    { heading: '## Where Fairlead is behind {#behind}', lines: lines.filter(({ isBehind }) => isBehind) },
    { heading: '## Where it is level or ahead {#ahead}', lines: lines.filter(({ isBehind }) => !isBehind) },
  ]
  const sections = groups.flatMap(({ heading, lines: own }) =>
    own.length > 0 ? [`${heading}\n\n${tableOf(own, { limits: true, missed })}`] : [],
  )
  return [...sections, `${LEGEND}\n${LIMIT}`].join('\n\n')
}

/** How Fairlead stands in all rows, those in the file `at` too, and what has no figures. */
export function restText(all: readonly Line[], missing: readonly string[], at: string): string {
  const behind = all.filter(({ isBehind }) => isBehind).length
  const rest = `All ${all.length} rows are in \`${at}\`: Fairlead is behind in ${behind} of them.`
  return missing.length === 0
    ? rest
    : `${rest} Not measured yet, or not since the code was changed: ${missing.join('; ')}.`
}

/** How many aims are met, and the missed ones that no table shows. Empty if there are no aims. */
export function aimsText(lines: readonly Line[], verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return ''
  const missed = verdicts.filter(({ isMet }) => !isMet)
  const met = `${verdicts.length - missed.length} of ${verdicts.length} aims are met. The tables show each aim that is missed.`
  const others = missed.filter((verdict) => !lines.some((line) => isOf(line, verdict)))
  const items = others.map(
    ({ part, figure: name, unit, measured, limit }) =>
      `- ${part}: ${name}: ${figure(measured)} ${unit} (aim ${figure(limit)})`,
  )
  return others.length === 0 ? met : `${met} Missed and not in a table:\n\n${items.join('\n')}`
}

function setting({ machine: { cpu, cores, memoryGb, system }, versions }: PartResult): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}; ${named.join(', ')}:`
}

/** On what, with which versions and when it was measured. */
export function provenance({ parts }: Results): string {
  const settings = Map.groupBy(Object.entries(parts), ([, run]) => setting(run))
  return [...settings]
    .map(([where, runs]) => {
      const days = Map.groupBy(runs, ([, { measuredAt }]) => measuredAt.slice(0, 10))
      const lines = [...days].map(([day, own]) => `- ${day}: ${own.map(([part]) => part).join(', ')}`)
      return `${where}\n\n${lines.join('\n')}`
    })
    .join('\n\n')
}
