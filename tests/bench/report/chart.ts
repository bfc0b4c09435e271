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

const WIDTH = 640
const BAR = 14
const STEP = 20
const HEAD = 24
const GAP = 16
/** Names end before it; then come the figures, which are read without the bars where the page is narrow. */
const FIGURE = 150
const BARS = 160
const ROOM = WIDTH - BARS

const NAMES: Readonly<Record<string, string>> = { [OURS]: 'Fairlead', ...PEERS }

type Drawn = { svg: string; height: number; said: string }

function panel({ chart = '', better, cells }: Line, top: number, inks: Inks): Drawn {
  const bars = Object.keys(NAMES).flatMap((peer) => {
    const cell = cells[peer]
    return cell ? [{ name: NAMES[peer] ?? peer, value: cell.median, isOurs: peer === OURS }] : []
  })
  const title = `${chart}: ${better} is better`
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const rows = bars.map(({ name, value, isOurs }, at) => {
    const y = top + HEAD + at * STEP
    const width = Math.max(1, Math.round((value / most) * ROOM))
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
  const panels: Drawn[] = []
  let top = 8
  for (const line of lines.filter(({ chart }) => chart !== undefined)) {
    const drawn = panel(line, top, inks)
    panels.push(drawn)
    top += drawn.height
  }
  if (panels.length === 0) return undefined
  const isFile = inks.ground !== 'none'
  const ground = isFile ? `<rect width="100%" height="100%" fill="${inks.ground}"/>` : ''
  const opening = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${panels.map(({ said }) => said).join(' ')}"`,
    ` viewBox="${isFile ? -16 : 0} 0 ${WIDTH + (isFile ? 32 : 0)} ${top}" style="inline-size:100%;block-size:auto${isFile ? '' : ';min-inline-size:32rem'}"`,
    ` direction="ltr"${isFile ? ' font-family="system-ui, sans-serif"' : ''} font-size="12" fill="${inks.ink}">`,
  ].join('')
  const background = ground.replace('<rect ', '<rect x="-16" ')
  return `${opening}${background}\n${panels.map(({ svg }) => svg).join('\n')}\n</svg>`
}
