import { figure, type Line, OURS, PEERS } from '#tests/bench/report/summary.ts'

const BAR = 14
const STEP = 20
const HEAD = 24
const GAP = 16
/** Where figures end, and bars begin. */
const FIGURE = 132
const BARS = 140
/** The share of the width that the longest bar has: all that is left in the narrowest column. */
const SHARE = 0.53
/** The narrowest column, below which a chart is scrolled: its longest title fits. */
const LEAST = '19rem'

const OUR_FILL = 'fill="var(--magenta)"'
const THEIR_FILL = 'fill="var(--shoal-deep)" stroke="var(--ink-muted)"'

const NAMES: Readonly<Record<string, string>> = { [OURS]: 'Fairlead', ...PEERS }

type Drawn = { svg: string; height: number; said: string }

function panel({ chart = '', better, cells }: Line, top: number): Drawn {
  const bars = Object.keys(NAMES).flatMap((peer) => {
    const cell = cells[peer]
    return cell ? [{ name: NAMES[peer] ?? peer, value: cell.median, isOurs: peer === OURS }] : []
  })
  const title = `${chart}: ${better} is better`
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const rows = bars.map(({ name, value, isOurs }, at) => {
    const y = top + HEAD + at * STEP
    const width = `${Math.max(0.1, (value / most) * SHARE * 100).toFixed(1)}%`
    return [
      `<text x="0" y="${y + 11}">${name}</text>`,
      `<text x="${FIGURE}" y="${y + 11}" text-anchor="end" fill="var(--ink-muted)">${figure(value)}</text>`,
      `<rect x="${BARS}" y="${y}" width="${width}" height="${BAR}" ${isOurs ? OUR_FILL : THEIR_FILL}/>`,
    ].join('')
  })
  return {
    svg: `<text x="0" y="${top + 14}" font-weight="600">${title}</text>${rows.join('')}`,
    height: HEAD + bars.length * STEP + GAP,
    said: `${title}. ${bars.map(({ name, value }) => `${name} ${figure(value)}`).join(', ')}.`,
  }
}

/**
 * Bar charts of the rows that have one, below each other, as one SVG in the colours of the page's theme. Undefined if
 * there is nothing to draw. Without a view box text has its full size on a narrow page too.
 */
export function chartOf(lines: readonly Line[]): string | undefined {
  const panels: Drawn[] = []
  let top = 8
  for (const line of lines.filter(({ chart }) => chart !== undefined)) {
    const drawn = panel(line, top)
    panels.push(drawn)
    top += drawn.height
  }
  if (panels.length === 0) return undefined
  const said = panels.map((drawn) => drawn.said).join(' ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${said}" height="${top}" style="inline-size:100%;min-inline-size:${LEAST}" direction="ltr" font-size="12" fill="var(--ink)">`,
    ...panels.map(({ svg }) => svg),
    '</svg>',
  ].join('\n')
}
