import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { COUNTED } from '#fairlead/error-reports/store/problem-filters.ts'
import type { Messages } from '#fairlead/messages/messages.ts'
import { usePageRoute } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import {
  cappedNumber,
  RelativeTime,
  DataTable,
  Figures,
  headings,
  Section,
  TableSection,
} from '#fairlead/report-desk/tables.tsx'
import type { fetchDelivery } from '#fairlead/report-desk/operations.functions.ts'
import { deliveryQuery, useUpdateDeadLetters, POLL_MS } from '#fairlead/report-desk/desk-queries.ts'
import { StoreNotice } from '#fairlead/report-desk/desk-error.tsx'
import styles from './tables.module.css'

/** The page of the desk about reports on their way, for `deskDelivery`. */
export function DeliveryPage() {
  const t = useTranslations('reports.delivery')
  const format = useFormatter()
  const { data, refetch } = useSuspenseQuery({ ...deliveryQuery, refetchInterval: POLL_MS })
  const { summary, now, storedBytes, retention, deadLetters, ingest, fault, place, webhook } = data
  const { limits, responses, counters, moreCounters, oldestAt } = summary
  const megabytes = (bytes: number) =>
    t('megabytes', { size: format.number(bytes / 1e6, { maximumFractionDigits: 1 }) })
  const time = (at: number) => format.dateTime(at, { dateStyle: 'short', timeStyle: 'medium' })
  const capped = (count: number) => cappedNumber(format, count, COUNTED.deliveries)
  const [limit, days] = [megabytes(retention.bytes), retention.days]

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {fault && <StoreNotice heading="h2" fault={fault} place={place} retry={refetch} />}
      <Figures
        figures={[
          { caption: t('ingest'), value: ingest === null ? t('noIngest') : <bdi dir="ltr">{ingest}</bdi> },
          { caption: t('waiting'), name: 'waiting', value: capped(summary.waiting) },
          { caption: t('oldest'), value: oldestAt === undefined ? '—' : <RelativeTime at={oldestAt} now={now} /> },
          { caption: t('failed'), name: 'failed', value: capped(summary.failed) },
          { caption: t('stored'), value: t('storedOf', { stored: megabytes(storedBytes), limit, days }) },
        ]}
      />

      {limits.length > 0 && (
        <TableSection
          title={t('limits')}
          columns={headings(t, 'category', 'until', 'reason')}
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
        columns={headings(t, 'when', 'status', 'attempts', 'reason')}
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
        columns={headings(t, 'reason', 'category', 'count')}
        rows={counters.map(({ name, label, count }) => ({
          id: `${name} ${label}`,
          reason: t.has(`counters.${name}` as KnownCounter) ? t(`counters.${name}` as KnownCounter) : name,
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

type KnownCounter = `counters.${keyof Messages<'reports'>['reports']['delivery']['counters']}`

type DeadLetters = Pick<Awaited<ReturnType<typeof fetchDelivery>>, 'deadLetters' | 'now'>

function DeadLetters({ deadLetters, now }: DeadLetters) {
  const pageRoute = usePageRoute()
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
        columns={headings(t, 'report', 'when', 'status', 'reason', 'actions')}
        rows={deadLetters.map(({ envelope, kind, received_at: receivedAt, status, reason, report, message }) => ({
          id: envelope,
          report:
            report === null ? (
              kind
            ) : (
              <Link to={pageRoute('/reports/$id')} params={(params: object) => ({ ...params, id: report })}>
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
