import { themeColors } from '#app/site.ts'
import { figure, type Line, OURS, PEERS } from '#tests/bench/report/summary.ts'

/** Colours of a chart, or CSS variables of the application. */
export type Inks = { ink: string; muted: string; ours: string; theirs: string; ground: string }

export const LIGHT: Inks = {
  ink: '#10233f',
  muted: '#4a5b73',
  ours: '#a3116b',
  theirs: '#b7d4e4',
  ground: themeColors.light,
}
export const DARK: Inks = {
  ink: '#ccd5de',
  muted: '#93a1b2',
  ours: '#e583bd',
  theirs: '#1a3a56',
  ground: themeColors.dark,
}

/** On a page of the application the colours follow its theme. */
export const THEMED: Inks = {
  ink: 'var(--ink)',
  muted: 'var(--ink-muted)',
  ours: 'var(--magenta)',
  theirs: 'var(--shoal-deep)',
  ground: 'none',
}

/** Of a file; on a page a chart is as wide as its column. */
const WIDTH = 640
const BAR = 14
const STEP = 20
const HEAD = 24
const GAP = 16
/** Where figures end, and bars begin. */
const FIGURE = 132
const BARS = 140
/** The share of the width that the longest bar has: all that is left, on a page in its narrowest column. */
const FILE_SHARE = 0.74
const PAGE_SHARE = 0.53
/** The narrowest column, below which a chart is scrolled: its longest title fits. */
const LEAST = '19rem'

const NAMES: Readonly<Record<string, string>> = { [OURS]: 'Fairlead', ...PEERS }

type Drawn = { svg: string; height: number; said: string }

function panel({ chart = '', better, cells }: Line, top: number, inks: Inks, share: number): Drawn {
  const bars = Object.keys(NAMES).flatMap((peer) => {
    const cell = cells[peer]
    return cell ? [{ name: NAMES[peer] ?? peer, value: cell.median, isOurs: peer === OURS }] : []
  })
  const title = `${chart}: ${better} is better`
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const rows = bars.map(({ name, value, isOurs }, at) => {
    const y = top + HEAD + at * STEP
    const width = `${Math.max(0.1, (value / most) * share * 100).toFixed(1)}%`
    return [
      `<text x="0" y="${y + 11}">${name}</text>`,
      `<text x="${FIGURE}" y="${y + 11}" text-anchor="end" fill="${inks.muted}">${figure(value)}</text>`,
      `<rect x="${BARS}" y="${y}" width="${width}" height="${BAR}" ${isOurs ? `fill="${inks.ours}"` : `fill="${inks.theirs}" stroke="${inks.muted}"`}/>`,
    ].join('')
  })
  return {
    svg: `<text x="0" y="${top + 14}" font-weight="600">${title}</text>${rows.join('')}`,
    height: HEAD + bars.length * STEP + GAP,
    said: `${title}. ${bars.map(({ name, value }) => `${name} ${figure(value)}`).join(', ')}.`,
  }
}

/** Bar charts of the rows that have one, below each other, as one SVG. Undefined where there is nothing to draw. */
export function chartOf(lines: readonly Line[], inks: Inks): string | undefined {
  const isFile = inks.ground !== 'none'
  const panels: Drawn[] = []
  let top = 8
  for (const line of lines.filter(({ chart }) => chart !== undefined)) {
    const drawn = panel(line, top, inks, isFile ? FILE_SHARE : PAGE_SHARE)
    panels.push(drawn)
    top += drawn.height
  }
  if (panels.length === 0) return undefined
  const label = `role="img" aria-label="${panels.map(({ said }) => said).join(' ')}"`
  const text = `direction="ltr" font-size="12" fill="${inks.ink}"`
  // Without a view box text has its size on a narrow page too.
  const [size, background] = isFile
    ? [
        `viewBox="-16 0 ${WIDTH + 32} ${top}" font-family="system-ui, sans-serif"`,
        `<rect x="-16" width="100%" height="100%" fill="${inks.ground}"/>`,
      ]
    : [`height="${top}" style="inline-size:100%;min-inline-size:${LEAST}"`, '']
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${label} ${size} ${text}>${background}`,
    ...panels.map(({ svg }) => svg),
    '</svg>',
  ].join('\n')
}
