import { useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { shortRelease, shortRoute } from '#app/report-desk/format-label.ts'
import type { Occurrence } from '#app/error-reports/store/occurrences.server.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './report-page.module.css'

/** A list of reports with links to them. */
export function OccurrenceList(props: { list: readonly Occurrence[]; now: number; withMessage?: boolean }) {
  const t = useTranslations('reports.list')
  return (
    <ol role="list" className={styles.occurrences}>
      {props.list.map((report) => (
        <li key={report.id}>
          <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report.id })}>
            <bdi dir="ltr">{report.digest ?? report.id.slice(0, 8)}</bdi>
          </Link>
          <span>
            {props.withMessage ? (
              <bdi>
                {t(report.side)} · {report.kind}: {report.message}
              </bdi>
            ) : (
              <bdi dir="ltr">
                {[
                  report.route && shortRoute(report.route),
                  report.release && shortRelease(report.release),
                  report.browser,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            )}
          </span>
          <RelativeTime at={report.at} now={props.now} />
        </li>
      ))}
    </ol>
  )
}
