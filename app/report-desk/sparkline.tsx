import styles from './problem-list.module.css'

const HEIGHT = 20
const STEP = 6

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
      {days.map((count, day) => {
        const height = count === 0 ? 0 : Math.max(2, (count / max) * (HEIGHT - 1))
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
        return count > 0 && <rect key={day} x={day * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />
      })}
    </svg>
  )
}
