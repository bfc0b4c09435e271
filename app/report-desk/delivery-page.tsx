import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { RelativeTime } from '#app/report-desk/relative-time.tsx'
import { DeadLetters } from '#app/report-desk/dead-letters.tsx'
import { POLL_MS } from '#app/report-desk/desk-limits.ts'
import { reloadOnUnauthorized, deliveryQuery } from '#app/report-desk/desk-queries.ts'
import { StoreNotice } from '#app/report-desk/store-notice.tsx'
import styles from './tables.module.css'

function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children ?? <p className={styles.none}>{none}</p>}
    </section>
  )
}

/** How reports get to the ingest: what waits, what was answered, what was put aside, what is kept and what was dropped. */
export function DeliveryPage() {
  const t = useTranslations('reports.delivery')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery({ ...deliveryQuery, refetchInterval: POLL_MS })
  const settle = useMutation({
    mutationFn: async (settlement: { envelopes: number[]; how: 'retry' | 'discard' }) => {
      const { updateDeadLetters } = await import('#app/report-desk/delivery.functions.ts')
      return reloadOnUnauthorized(updateDeadLetters({ data: settlement }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveryQuery.queryKey }),
  })
  const { summary, now, stored, keeps, aside, ingest, fault, place } = data
  const megabytes = (bytes: number) =>
    t('megabytes', { size: format.number(bytes / 1e6, { maximumFractionDigits: 1 }) })
  const time = (at: number) => format.dateTime(at, { dateStyle: 'short', timeStyle: 'medium' })

  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {fault && <StoreNotice heading="h2" fault={fault} place={place} />}
      <dl className={styles.figures}>
        <div>
          <dt>{t('ingest')}</dt>
          <dd>{ingest === null ? t('noIngest') : <bdi dir="ltr">{ingest}</bdi>}</dd>
        </div>
        <div>
          <dt>{t('waiting')}</dt>
          <dd data-figure="waiting">{format.number(summary.waiting)}</dd>
        </div>
        <div>
          <dt>{t('oldest')}</dt>
          <dd>{summary.oldestAt === undefined ? '—' : <RelativeTime at={summary.oldestAt} now={now} />}</dd>
        </div>
        <div>
          <dt>{t('aside')}</dt>
          <dd data-figure="aside">{format.number(summary.aside)}</dd>
        </div>
        <div>
          <dt>{t('held')}</dt>
          <dd>{t('of', { held: megabytes(stored), most: megabytes(keeps.bytes), days: keeps.days })}</dd>
        </div>
      </dl>

      {summary.limits.length > 0 && (
        <Part title={t('limits')} none="">
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
        </Part>
      )}

      <Part title={t('asideTitle')} none={t('noneAside')}>
        {aside.length > 0 ? (
          <DeadLetters list={aside} now={now} settle={settle.mutate} failed={settle.isError} />
        ) : undefined}
      </Part>

      <Part title={t('answers')} none={ingest === null ? t('noIngestAnswers') : t('noAnswers')}>
        {summary.answers.length > 0 ? (
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
              {summary.answers.map((answer) => (
                <tr key={answer.envelope}>
                  <td>{answer.answered_at === null ? '' : <RelativeTime at={answer.answered_at} now={now} />}</td>
                  <td>{answer.status ?? t('noStatus')}</td>
                  <td>{answer.attempts}</td>
                  <td>{answer.reason ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : undefined}
      </Part>

      <Part title={t('dropped')} none={t('noneDropped')}>
        {summary.counters.length > 0 ? (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('why')}</th>
                <th scope="col">{t('what')}</th>
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
        ) : undefined}
        {summary.moreCounters > 0 && (
          <p className={styles.none}>{t('moreCounters', { count: summary.moreCounters })}</p>
        )}
      </Part>
    </div>
  )
}

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
