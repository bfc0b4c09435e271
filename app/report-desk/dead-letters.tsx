import { useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { useUpdateDeadLetters } from '#app/report-desk/use-update-dead-letters.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './tables.module.css'

type DeadLetter = {
  envelope: number
  kind: string
  received_at: number
  status: number | null
  reason: string | null
  report: string | null
  message: string | null
}

/** The reports that the ingest has rejected permanently, to be retried or discarded one by one, or all that are listed. */
export function DeadLetters({ deadLetters, now }: { deadLetters: readonly DeadLetter[]; now: number }) {
  const t = useTranslations('reports.delivery')
  const update = useUpdateDeadLetters()
  const buttons = (envelopes: number[], all: boolean) => (
    <span className={styles.buttons}>
      <button type="button" onClick={() => update.mutate({ envelopes, action: 'retry' })}>
        {all ? t('retryListed', { count: envelopes.length }) : t('retry')}
      </button>
      <button
        type="button"
        onClick={() =>
          window.confirm(t('confirm', { count: envelopes.length })) && update.mutate({ envelopes, action: 'discard' })
        }
      >
        {all ? t('discardListed', { count: envelopes.length }) : t('discard')}
      </button>
    </span>
  )
  return (
    <>
      {buttons(
        deadLetters.map(({ envelope }) => envelope),
        true,
      )}
      {update.isError && (
        <p role="alert" className={styles.error}>
          {t('updateFailed')}
        </p>
      )}
      <table className={styles.deadLetters}>
        <thead>
          <tr>
            <th scope="col">{t('report')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {deadLetters.map(({ envelope, kind, received_at: receivedAt, status, reason, report, message }) => (
            <tr key={envelope}>
              <td>
                {report === null ? (
                  kind
                ) : (
                  <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report })}>
                    <bdi>{message || kind}</bdi>
                  </Link>
                )}
              </td>
              <td>
                <RelativeTime at={receivedAt} now={now} />
              </td>
              <td>{status ?? t('noResponse')}</td>
              <td>{reason ?? ''}</td>
              <td>{buttons([envelope], false)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
