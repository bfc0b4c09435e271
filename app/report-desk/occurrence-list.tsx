import { useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { shortRelease, shortRoute } from '#app/report-desk/format-label.ts'
import type { Occurrence } from '#app/error-reports/store/occurrences.server.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './report-page.module.css'

/** Other reports, a line each. */
export function Occurrences(props: { list: readonly Occurrence[]; now: number; withMessage?: boolean }) {
  const t = useTranslations('reports.list')
  return (
    <ol role="list" className={styles.occurrences}>
      {props.list.map((one) => (
        <li key={one.id}>
          <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: one.id })}>
            <bdi dir="ltr">{one.digest ?? one.id.slice(0, 8)}</bdi>
          </Link>
          <span>
            {props.withMessage ? (
              <bdi>
                {t(one.side)} · {one.kind}: {one.message}
              </bdi>
            ) : (
              <bdi dir="ltr">
                {[one.route && shortRoute(one.route), one.release && shortRelease(one.release), one.browser]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            )}
          </span>
          <RelativeTime at={one.at} now={props.now} />
        </li>
      ))}
    </ol>
  )
}
