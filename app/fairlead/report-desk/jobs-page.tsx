import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import { jobsQuery, POLL_MS, useUpdateCalls } from '#fairlead/report-desk/desk-queries.ts'
import { DataTable, headings, RelativeTime, Section, TableSection } from '#fairlead/report-desk/tables.tsx'
import styles from './tables.module.css'

/** The page of the desk that lists jobs and queued calls, for `deskJobs`. */
export function JobsPage() {
  const pageRoute = usePageRoute()
  const t = useTranslations('reports.jobs')
  const format = useFormatter()
  const { data } = useSuspenseQuery({ ...jobsQuery, refetchInterval: POLL_MS })
  const update = useUpdateCalls()
  const buttons = (id?: string) => (
    <span className={styles.buttons}>
      <button type="button" onClick={() => update.mutate({ id, action: 'retry' })}>
        {id === undefined ? t('retryAll') : t('retry')}
      </button>
      <button type="button" onClick={() => window.confirm(t('confirm')) && update.mutate({ id, action: 'delete' })}>
        {id === undefined ? t('deleteAll') : t('delete')}
      </button>
    </span>
  )
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <TableSection
        title={t('waiting')}
        empty={t('noneWaiting')}
        columns={headings(t, 'job', 'count')}
        rows={data.waiting.map(({ job, count }) => ({ id: job, job, count: format.number(count) }))}
      />
      {update.isError && (
        <p role="alert" className={styles.error}>
          {t('updateFailed')}
        </p>
      )}
      <Section title={t('failed')} empty={t('noneFailed')}>
        {data.failed.length > 0 ? (
          <>
            {data.failed.length > 1 && buttons()}
            <DataTable
              className={styles.stacked}
              columns={headings(t, 'job', 'when', 'attempts', 'reason', 'actions')}
              rows={data.failed.map(({ id, job, at, attempts, error, digest }) => ({
                id,
                job,
                when: <RelativeTime at={at} now={data.now} />,
                attempts: format.number(attempts),
                reason: (
                  <>
                    <bdi>{error}</bdi>{' '}
                    {digest !== null && (
                      <Link to={pageRoute('/reports/$id')} params={{ id: digest }}>
                        {digest}
                      </Link>
                    )}
                  </>
                ),
                actions: buttons(id),
              }))}
            />
          </>
        ) : undefined}
      </Section>
    </div>
  )
}
