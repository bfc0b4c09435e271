import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { COUNTED } from '#app/error-reports/store/problem-filters.ts'
import { Link } from '#app/navigation/link.tsx'
import { cappedNumber, RelativeTime, DataTable, Figures, Section, TableSection } from '#app/report-desk/tables.tsx'
import type { fetchDelivery } from '#app/report-desk/operations.functions.ts'
import { deliveryQuery, useUpdateDeadLetters, POLL_MS } from '#app/report-desk/desk-queries.ts'
import { StoreNotice } from '#app/report-desk/desk-error.tsx'
import styles from './tables.module.css'

/** The state of delivery to the ingest and of the store: waiting, failed, stored and dropped reports. */
export function DeliveryPage() {
  const t = useTranslations('reports.delivery')
  const format = useFormatter()
  const { data, refetch } = useSuspenseQuery({ ...deliveryQuery, refetchInterval: POLL_MS })
  const { summary, now, storedBytes, retention, deadLetters, ingest, fault, place, webhook } = data
  const { limits, responses, counters, moreCounters, oldestAt } = summary
  const megabytes = (bytes: number) =>
    t('megabytes', { size: format.number(bytes / 1e6, { maximumFractionDigits: 1 }) })
  const time = (at: number) => format.dateTime(at, { dateStyle: 'short', timeStyle: 'medium' })
  const stored = t('storedOf', {
    stored: megabytes(storedBytes),
    limit: megabytes(retention.bytes),
    days: retention.days,
  })

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {fault && <StoreNotice heading="h2" fault={fault} place={place} retry={refetch} />}
      <Figures
        figures={[
          { caption: t('ingest'), value: ingest === null ? t('noIngest') : <bdi dir="ltr">{ingest}</bdi> },
          {
            caption: t('waiting'),
            name: 'waiting',
            value: cappedNumber(format, summary.waiting, COUNTED.deliveries),
          },
          { caption: t('oldest'), value: oldestAt === undefined ? '—' : <RelativeTime at={oldestAt} now={now} /> },
          { caption: t('failed'), name: 'failed', value: cappedNumber(format, summary.failed, COUNTED.deliveries) },
          { caption: t('stored'), value: stored },
        ]}
      />

      {limits.length > 0 && (
        <TableSection
          title={t('limits')}
          columns={{ category: t('category'), until: t('until'), reason: t('reason') }}
          rows={limits.map(({ category, until, reason }) => ({
            id: category,
            category: category === '*' ? t('everything') : category === 'unreachable' ? t('pause') : category,
            until: time(until),
            reason,
          }))}
        />
      )}

      <Section title={t('failed')} empty={t('noneFailed')}>
        {deadLetters.length > 0 ? <DeadLetters deadLetters={deadLetters} now={now} /> : undefined}
      </Section>

      <TableSection
        title={t('responses')}
        empty={ingest === null ? t('notSending') : t('noResponses')}
        columns={{ when: t('when'), status: t('status'), attempts: t('attempts'), reason: t('reason') }}
        rows={responses.map(({ envelope, answered_at: respondedAt, status, attempts, reason }) => ({
          id: envelope,
          when: respondedAt === null ? '' : <RelativeTime at={respondedAt} now={now} />,
          status: status ?? t('noResponse'),
          attempts,
          reason,
        }))}
      />

      <Section title={t('webhook')} empty={t('noWebhook')}>
        {webhook && (
          <Figures
            figures={[
              { caption: t('to'), value: <bdi dir="ltr">{webhook.host}</bdi> },
              { caption: t('waiting'), value: format.number(webhook.waiting) },
              ...(webhook.failures > 0
                ? [
                    { caption: t('attempts'), value: format.number(webhook.failures) },
                    { caption: t('reason'), value: webhook.reason },
                    { caption: t('next'), value: time(webhook.until) },
                  ]
                : []),
            ]}
          />
        )}
      </Section>

      <TableSection
        title={t('dropped')}
        empty={t('noneDropped')}
        columns={{ reason: t('reason'), category: t('category'), count: t('count') }}
        rows={counters.map(({ name, label, count }) => ({
          id: `${name} ${label}`,
          reason: isKnown(name) ? t(`counters.${name}`) : name,
          category: <bdi dir="ltr">{label}</bdi>,
          count: format.number(count),
        }))}
      >
        {moreCounters > 0 && (
          <p className={styles.none}>
            {t('moreCounters', { count: moreCounters, formatted: format.number(moreCounters) })}
          </p>
        )}
      </TableSection>
    </div>
  )
}

/** Counters whose name has a translation. */
const KNOWN = [
  'retention-age',
  'retention-bytes',
  'retention-undelivered',
  'lost-in-browser',
  'repeated',
  'sampled',
  'store-failed',
] as const

function isKnown(name: string): name is (typeof KNOWN)[number] {
  return (KNOWN as readonly string[]).includes(name)
}

type DeadLetters = Pick<Awaited<ReturnType<typeof fetchDelivery>>, 'deadLetters' | 'now'>

/** The reports that the ingest has rejected permanently, to be retried or discarded one by one or all at once. */
function DeadLetters({ deadLetters, now }: DeadLetters) {
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
      <DataTable
        className={styles.stacked}
        columns={{
          report: t('report'),
          when: t('when'),
          status: t('status'),
          reason: t('reason'),
          actions: t('actions'),
        }}
        rows={deadLetters.map(({ envelope, kind, received_at: receivedAt, status, reason, report, message }) => ({
          id: envelope,
          report:
            report === null ? (
              kind
            ) : (
              <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: report })}>
                <bdi>{message || kind}</bdi>
              </Link>
            ),
          when: <RelativeTime at={receivedAt} now={now} />,
          status: status ?? t('noResponse'),
          reason,
          actions: buttons([envelope], false),
        }))}
      />
    </>
  )
}
