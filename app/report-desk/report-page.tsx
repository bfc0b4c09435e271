import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Breadcrumbs } from '#app/report-desk/breadcrumbs.tsx'
import { OccurrenceList } from '#app/report-desk/occurrence-list.tsx'
import { reportQuery } from '#app/report-desk/desk-queries.ts'
import { ProblemActions } from '#app/report-desk/problem-actions.tsx'
import { RawEvent, useRawEventHref } from '#app/report-desk/raw-event.tsx'
import { ReportSummary } from '#app/report-desk/report-summary.tsx'
import { StackTrace } from '#app/report-desk/stack-trace.tsx'
import { Waterfall } from '#app/report-desk/waterfall.tsx'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import styles from './report-page.module.css'

const route = getRouteApi('/{-$locale}/reports/$id')

/** The page of a report, by itself or over the list. All of its contents are untrusted text. */
export function ReportPage() {
  const t = useTranslations('reports.report')
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(reportQuery(id))
  const rawEventHref = useRawEventHref(data?.report.id ?? id)
  // It was deleted while open.
  if (!data) return <p>{t('deleted')}</p>
  const { report, feedback, exceptions, breadcrumbs, spans, others, traceReports, now } = data
  return (
    <article className={styles.report}>
      <header>
        <h1>
          <span dir="ltr">{report.kind}</span>
        </h1>
        <p className={styles.message} dir="auto">
          {report.message}
        </p>
        <ProblemActions view={data} />
      </header>

      {data.truncated.parts && (
        <p className={styles.truncated} role="note">
          {t('truncated')}{' '}
          <a href={rawEventHref} download>
            {t('download')}
          </a>
        </p>
      )}

      {feedback.length > 0 && (
        <section className={styles.feedback} aria-labelledby="feedback">
          <h2 id="feedback">{t('feedback')}</h2>
          {feedback.map(({ id: feedbackId, message, received_at: receivedAt }) => (
            <blockquote key={feedbackId}>
              <p dir="auto">{message}</p>
              <RelativeTime at={receivedAt} now={now} />
            </blockquote>
          ))}
        </section>
      )}

      <ReportSummary view={data} />

      <section aria-labelledby="stack">
        <h2 id="stack">{t('stack')}</h2>
        {exceptions.length === 0 && <p className={styles.none}>{t('noStack')}</p>}
        {exceptions.map((exception, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
          <StackTrace key={index} exception={exception} isCause={index > 0} />
        ))}
      </section>

      <section aria-labelledby="breadcrumbs">
        <h2 id="breadcrumbs">{t('breadcrumbs')}</h2>
        <Breadcrumbs crumbs={breadcrumbs} at={report.at} />
      </section>

      <section aria-labelledby="trace">
        <h2 id="trace">{t('trace')}</h2>
        {report.traceId === null ? (
          <p className={styles.none}>{t('noTrace')}</p>
        ) : (
          <>
            <p className={styles.mono}>
              <bdi dir="ltr">{report.traceId}</bdi>
            </p>
            {spans.length === 0 ? (
              <p className={styles.none}>{t('noSpans')}</p>
            ) : (
              <Waterfall spans={spans} at={report.at} />
            )}
            {traceReports.length > 0 && (
              <>
                <h3>{t('traceReports')}</h3>
                <OccurrenceList list={traceReports} now={now} withMessage />
              </>
            )}
          </>
        )}
      </section>

      <section aria-labelledby="others">
        <h2 id="others">{t('occurrences')}</h2>
        {others.length === 0 ? (
          <p className={styles.none}>{t('noOccurrences')}</p>
        ) : (
          <OccurrenceList list={others} now={now} />
        )}
      </section>

      <RawEvent id={report.id} raw={data.raw} truncated={data.truncated.raw} />
    </article>
  )
}
