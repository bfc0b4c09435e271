import { figure, type Line, OURS, PEERS } from '#tests/bench/report/summary.ts'

const NAMES: Readonly<Record<string, string>> = { [OURS]: 'Fairlead', ...PEERS }

/** A list whose items are drawn as bars by the handbook's style sheet: the first one in the colour of what is ours. */
function chartOf({ chart = '', better, cells }: Line): string {
  const bars = Object.entries(NAMES).flatMap(([peer, name]) => {
    const cell = cells[peer]
    return cell ? [{ name, value: cell.median }] : []
  })
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const items = bars.map(
    ({ name, value }) => `<li style="--bar:${((value / most) * 100).toFixed(1)}%">${name} <b>${figure(value)}</b></li>`,
  )
  const caption = `<figcaption>${chart}: ${better} is better</figcaption>`
  return ['<figure class="bars">', caption, '<ul>', ...items, '</ul>', '</figure>'].join('\n')
}

/** A bar chart for each row that has one, as HTML. */
export function chartsOf(lines: readonly Line[]): string[] {
  return lines.filter(({ chart }) => chart !== undefined).map(chartOf)
}
