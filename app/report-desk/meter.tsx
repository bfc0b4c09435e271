import styles from './tables.module.css'

/** A bar for a fraction from 0 to 1. `mark` is the threshold for good. */
export function Meter(props: { share: number; label: string; mark?: number; over?: boolean }) {
  const { share, label, mark, over } = props
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect data-over={over ? '' : undefined} width={Math.min(100, Math.max(1, share * 100))} height="6" />
      {mark !== undefined && <path d={`M${mark * 100} 0V6`} />}
    </svg>
  )
}
