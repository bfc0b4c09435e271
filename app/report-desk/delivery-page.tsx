import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { COUNTED } from '#app/error-reports/limits.ts'
import { cappedNumber } from '#app/report-desk/format-label.ts'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { DeadLetters } from '#app/report-desk/dead-letters.tsx'
import { POLL_MS } from '#app/report-desk/desk-limits.ts'
import { deliveryQuery } from '#app/report-desk/desk-queries.ts'
import { StoreNotice } from '#app/report-desk/store-notice.tsx'
import styles from './tables.module.css'

function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children ?? <p className={styles.none}>{empty}</p>}
    </section>
  )
}

/** The state of delivery to the ingest and of the store: waiting, failed, stored and dropped reports. */
export function DeliveryPage() {
  const t = useTranslations('reports.delivery')
  const format = useFormatter()
  const { data, refetch } = useSuspenseQuery({ ...deliveryQuery, refetchInterval: POLL_MS })
  const { summary, now, storedBytes, retention, deadLetters, ingest, fault, place } = data
  const megabytes = (bytes: number) =>
    t('megabytes', { size: format.number(bytes / 1e6, { maximumFractionDigits: 1 }) })
  const time = (at: number) => format.dateTime(at, { dateStyle: 'short', timeStyle: 'medium' })

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {fault && <StoreNotice heading="h2" fault={fault} place={place} retry={refetch} />}
      <dl className={styles.figures}>
        <div>
          <dt>{t('ingest')}</dt>
          <dd>{ingest === null ? t('noIngest') : <bdi dir="ltr">{ingest}</bdi>}</dd>
        </div>
        <div>
          <dt>{t('waiting')}</dt>
          <dd data-figure="waiting">{cappedNumber(format, summary.waiting, COUNTED.deliveries)}</dd>
        </div>
        <div>
          <dt>{t('oldest')}</dt>
          <dd>{summary.oldestAt === undefined ? '—' : <RelativeTime at={summary.oldestAt} now={now} />}</dd>
        </div>
        <div>
          <dt>{t('failed')}</dt>
          <dd data-figure="failed">{cappedNumber(format, summary.failed, COUNTED.deliveries)}</dd>
        </div>
        <div>
          <dt>{t('stored')}</dt>
          <dd>
            {t('storedOf', {
              stored: megabytes(storedBytes),
              limit: megabytes(retention.bytes),
              days: retention.days,
            })}
          </dd>
        </div>
      </dl>

      {summary.limits.length > 0 && (
        <Section title={t('limits')} empty="">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('category')}</th>
                <th scope="col">{t('until')}</th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {summary.limits.map(({ category, until, reason }) => (
                <tr key={category}>
                  <td>{category === '*' ? t('everything') : category === 'unreachable' ? t('pause') : category}</td>
                  <td>{time(until)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}

      <Section title={t('failed')} empty={t('noneFailed')}>
        {deadLetters.length > 0 ? <DeadLetters deadLetters={deadLetters} now={now} /> : undefined}
      </Section>

      <Section title={t('responses')} empty={ingest === null ? t('notSending') : t('noResponses')}>
        {summary.responses.length > 0 ? (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('when')}</th>
                <th scope="col">{t('status')}</th>
                <th scope="col">{t('attempts')}</th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {summary.responses.map(({ envelope, answered_at: respondedAt, status, attempts, reason }) => (
                <tr key={envelope}>
                  <td>{respondedAt === null ? '' : <RelativeTime at={respondedAt} now={now} />}</td>
                  <td>{status ?? t('noResponse')}</td>
                  <td>{attempts}</td>
                  <td>{reason ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : undefined}
      </Section>

      <Section title={t('dropped')} empty={t('noneDropped')}>
        {summary.counters.length > 0 ? (
          <>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('reason')}</th>
                  <th scope="col">{t('category')}</th>
                  <th scope="col">{t('count')}</th>
                </tr>
              </thead>
              <tbody>
                {summary.counters.map(({ name, label, count }) => (
                  <tr key={`${name} ${label}`}>
                    <td>{isKnown(name) ? t(`counters.${name}`) : name}</td>
                    <td>
                      <bdi dir="ltr">{label}</bdi>
                    </td>
                    <td>{format.number(count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {summary.moreCounters > 0 && (
              <p className={styles.none}>
                {t('moreCounters', { count: summary.moreCounters, formatted: format.number(summary.moreCounters) })}
              </p>
            )}
          </>
        ) : undefined}
      </Section>
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
  'store-failed',
] as const

function isKnown(name: string): name is (typeof KNOWN)[number] {
  return (KNOWN as readonly string[]).includes(name)
}
