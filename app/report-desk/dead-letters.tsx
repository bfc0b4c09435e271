import { useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { Link } from '#app/navigation/link.tsx'
import styles from './tables.module.css'

type Entry = {
  envelope: number
  kind: string
  received_at: number
  status: number | null
  reason: string | null
  report: string | null
  message: string | null
}

type Settle = (settlement: { envelopes: number[]; how: 'retry' | 'discard' }) => void

/** What the ingest refused for good, with what can be done about it: each by itself, or all that are listed. */
export function DeadLetters(props: { list: readonly Entry[]; now: number; settle: Settle; failed: boolean }) {
  const t = useTranslations('reports.delivery')
  const { list, now, settle } = props
  const buttons = (envelopes: number[], all: boolean) => (
    <span className={styles.buttons}>
      <button type="button" onClick={() => settle({ envelopes, how: 'retry' })}>
        {all ? t('retryAll') : t('retry')}
      </button>
      <button
        type="button"
        onClick={() =>
          window.confirm(t('confirm', { count: envelopes.length })) && settle({ envelopes, how: 'discard' })
        }
      >
        {all ? t('discardAll') : t('discard')}
      </button>
    </span>
  )
  return (
    <>
      {buttons(
        list.map(({ envelope }) => envelope),
        true,
      )}
      {props.failed && <p role="alert">{t('notSettled')}</p>}
      <table className={styles.aside}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('act')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.envelope}>
              <td>
                {entry.report === null ? (
                  entry.kind
                ) : (
                  <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: entry.report ?? '' })}>
                    <bdi>{entry.message || entry.kind}</bdi>
                  </Link>
                )}
              </td>
              <td>
                <RelativeTime at={entry.received_at} now={now} />
              </td>
              <td>{entry.status ?? t('noStatus')}</td>
              <td>{entry.reason ?? ''}</td>
              <td>{buttons([entry.envelope], false)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
