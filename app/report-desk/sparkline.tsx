import styles from './problem-list.module.css'

const HEIGHT = 20
const STEP = 6

/** Returns the path of a day's bar. `share` is its count in that of the highest bar. */
function bar(day: number, share: number): string {
  if (share === 0) return ''
  const height = Math.max(2, Math.round(share * (HEIGHT - 1)))
  return `M${day * STEP + 1} ${HEIGHT}v${-height}h${STEP - 2}v${height}`
}

/** Reports per day as bars, today last, from left to right in every language. The label includes the numbers. */
export function Sparkline({ days, label }: { days: readonly number[]; label: string }) {
  const max = Math.max(1, ...days)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${days.join(', ')}`}
    >
      <path d={`M0 ${HEIGHT - 0.5}H${days.length * STEP}`} />
      <path d={days.map((count, day) => bar(day, count / max)).join('')} />
    </svg>
  )
}
