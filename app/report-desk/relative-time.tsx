import { useFormatter } from 'use-intl'
import styles from './problem-list.module.css'

/** How long ago something was, with the whole time for whoever points at it. `now` is the server's clock. */
export function RelativeTime({ at, now, title, since }: { at: number; now: number; title?: string; since?: number }) {
  const format = useFormatter()
  const whole = (time: number) => format.dateTime(time, { dateStyle: 'medium', timeStyle: 'medium' })
  const first = since !== undefined && title !== undefined ? `\n${title} ${whole(since)}` : ''
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} title={whole(at) + first}>
      {format.relativeTime(at, { now: Math.max(now, at), style: 'narrow' })}
    </time>
  )
}
