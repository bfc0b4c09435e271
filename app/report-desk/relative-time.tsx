import { useFormatter } from 'use-intl'
import styles from './tables.module.css'

/**
 * A time relative to `now`, the server's clock, with the full time as its title. `title` and `since` add a second time
 * to the title.
 */
export function RelativeTime({ at, now, title, since }: { at: number; now: number; title?: string; since?: number }) {
  const format = useFormatter()
  const fullTime = (time: number) => format.dateTime(time, { dateStyle: 'medium', timeStyle: 'medium' })
  const first = since !== undefined && title !== undefined ? `\n${title} ${fullTime(since)}` : ''
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} title={fullTime(at) + first}>
      {format.relativeTime(at, { now: Math.max(now, at), style: 'narrow' })}
    </time>
  )
}
