import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import styles from './prefetch-age-chart.module.css'

export type PrefetchState = 'fresh' | 'reusable' | 'stale' | 'expired'

/** One row of the chart. A target that was never fetched has no `state`. */
export type ChartEntry = {
  key: string
  label: ReactNode
  ageMs: number
  state?: PrefetchState | undefined
  target?: string
}

type ChartText = PrefetchState | `${PrefetchState}Means` | 'axis' | 'none'

const STATES = ['fresh', 'reusable', 'stale', 'expired'] as const
const TICKS = [0, 30, 60, 120, 180, 240, 300]

/** The end of the axis (300 s), in percent of the figure's width. Expired entries are drawn beyond it. */
const AXIS_END = 92

/**
 * Returns the position of an age on the axis, in percent. The scale is a square root, so the first 30 s take a third of
 * it.
 */
function xForAge(seconds: number): number {
  return seconds >= 300 ? (AXIS_END + 100) / 2 : Math.round(AXIS_END * Math.sqrt(seconds / 300) * 100) / 100
}

const SECONDS = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const

/** Whole seconds of an age; infinite without data. */
const wholeSeconds = (ageMs: number): number => Math.floor(ageMs / 1000)

function StateMark({ state }: { state: PrefetchState }) {
  return (
    <g className={styles.mark} data-state={state}>
      <circle r="10.5" />
      <text y="4.5">{state.charAt(0).toUpperCase()}</text>
    </g>
  )
}

/** The axis is from 0 to 300 s with a line at 30 s. Without entries the chart is a legend. */
export function PrefetchAgeChart({ entries, textOf }: { entries: ChartEntry[]; textOf: (text: ChartText) => string }) {
  const format = useFormatter()
  return (
    <div className={styles.chart}>
      <ol role="list">
        {entries.map(({ key, label, ageMs, state, target }) => (
          <li key={key} data-state={state} data-target={target}>
            {label}
            <svg>
              {state && (
                <svg x={`${xForAge(ageMs / 1000)}%`} y="50%">
                  <StateMark state={state} />
                  <svg x="16">
                    <text y="5">{format.number(wholeSeconds(ageMs))}</text>
                  </svg>
                </svg>
              )}
            </svg>
            <span className="visually-hidden">
              {state ? `${textOf(state)}, ${format.number(wholeSeconds(ageMs), SECONDS)}` : textOf('none')}
            </span>
          </li>
        ))}
      </ol>
      <svg className={styles.water} aria-hidden="true">
        <pattern id="shoal-dots" width="9" height="9" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="0.8" />
          <circle cx="6.5" cy="6.5" r="0.8" />
        </pattern>
        <pattern id="land-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 6 6 0" />
        </pattern>
        <rect width={`${xForAge(30)}%`} height="100%" data-depth="fresh" />
        <rect x={`${xForAge(30)}%`} width={`${AXIS_END - xForAge(30)}%`} height="100%" data-depth="stale" />
        <rect x={`${xForAge(30)}%`} width={`${AXIS_END - xForAge(30)}%`} height="100%" fill="url(#shoal-dots)" />
        <rect x={`${AXIS_END}%`} width={`${100 - AXIS_END}%`} height="100%" data-depth="expired" />
        <rect x={`${AXIS_END}%`} width={`${100 - AXIS_END}%`} height="100%" fill="url(#land-hatch)" />
        <line x1={`${xForAge(30)}%`} x2={`${xForAge(30)}%`} y2="100%" />
        <line x1={`${AXIS_END}%`} x2={`${AXIS_END}%`} y2="100%" />
      </svg>
      <svg className={styles.axis} aria-hidden="true">
        {TICKS.map((tick, index) => {
          const x = tick === 300 ? AXIS_END : xForAge(tick)
          const next = TICKS[index + 1]
          return (
            <g key={tick}>
              {next !== undefined && (
                <rect
                  x={`${x}%`}
                  width={`${(next === 300 ? AXIS_END : xForAge(next)) - x}%`}
                  height="5"
                  data-odd={index % 2}
                />
              )}
              <svg x={`${x}%`}>
                <text y="21">{format.number(tick)}</text>
              </svg>
            </g>
          )
        })}
      </svg>
      <p>{textOf('axis')}</p>
      <dl>
        {STATES.map((state) => (
          <div key={state}>
            <dt>
              <svg viewBox="-12 -12 24 24" aria-hidden="true">
                <StateMark state={state} />
              </svg>
              {textOf(state)}
            </dt>
            <dd>{textOf(`${state}Means`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
