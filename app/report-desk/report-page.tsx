import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Breadcrumbs } from '#app/report-desk/breadcrumbs.tsx'
import { Occurrences } from '#app/report-desk/occurrence-list.tsx'
import { reportQuery } from '#app/report-desk/desk-queries.ts'
import { ProblemActions } from '#app/report-desk/problem-actions.tsx'
import { RawEvent, useRawEventHref } from '#app/report-desk/raw-event.tsx'
import { ReportSummary } from '#app/report-desk/report-summary.tsx'
import { Stack } from '#app/report-desk/stack-trace.tsx'
import { Waterfall } from '#app/report-desk/waterfall.tsx'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import styles from './report-page.module.css'

const route = getRouteApi('/{-$locale}/reports/$id')

/** All there is to know of one report, on a page of its own or over the list. Everything in it is text from outside. */
export function ReportPage() {
  const t = useTranslations('reports.report')
  const { id } = route.useParams()
  const { data } = useSuspenseQuery(reportQuery(id))
  const rawEventHref = useRawEventHref(data?.report.id ?? id)
  // Deleted while it was open.
  if (!data) return <p>{t('gone')}</p>
  const { report, feedback, stacks, breadcrumbs, spans, others, related, now } = data
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

      {data.cut.parts && (
        <p className={styles.cut} role="note">
          {t('cut')}{' '}
          <a href={rawEventHref} download>
            {t('download')}
          </a>
        </p>
      )}

      {feedback.length > 0 && (
        <section className={styles.said} aria-labelledby="said">
          <h2 id="said">{t('said')}</h2>
          {feedback.map((said) => (
            <blockquote key={said.id}>
              <p dir="auto">{said.message}</p>
              <RelativeTime at={said.received_at} now={now} />
            </blockquote>
          ))}
        </section>
      )}

      <ReportSummary view={data} />

      <section aria-labelledby="stack">
        <h2 id="stack">{t('stack')}</h2>
        {stacks.length === 0 && <p className={styles.none}>{t('noStack')}</p>}
        {stacks.map((thrown, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a cause is its place
          <Stack key={index} thrown={thrown} isCause={index > 0} />
        ))}
      </section>

      <section aria-labelledby="before">
        <h2 id="before">{t('before')}</h2>
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
            {related.length > 0 && (
              <>
                <h3>{t('related')}</h3>
                <Occurrences list={related} now={now} withMessage />
              </>
            )}
          </>
        )}
      </section>

      <section aria-labelledby="others">
        <h2 id="others">{t('others')}</h2>
        {others.length === 0 ? <p className={styles.none}>{t('noOthers')}</p> : <Occurrences list={others} now={now} />}
      </section>

      <RawEvent id={report.id} raw={data.raw} cut={data.cut.raw} />
    </article>
  )
}
