import { createFileRoute } from '@tanstack/react-router'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl'
import { labTitle } from '#app/lab/lab-route.ts'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/formats')({
  head: (head) => labTitle(head, 'formats.title'),
  component: Formats,
})

/** Late evening in UTC, which is the next day in Tokyo. */
const MOMENT = new Date('2026-03-01T22:30:00Z')
const THREE_DAYS_LATER = new Date('2026-03-04T22:30:00Z')
const COUNTS = [0, 1, 2, 3, 11, 100]

function Formats() {
  const t = useTranslations('lab.formats')
  const format = useFormatter()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <dl className={styles.facts}>
        <dt>{t('zone')}</dt>
        <dd data-testid="zone" dir="ltr">
          {useTimeZone()}
        </dd>
        <dt>{t('date')}</dt>
        <dd>
          <time dateTime={MOMENT.toISOString()} data-testid="date">
            {format.dateTime(MOMENT, { dateStyle: 'full', timeStyle: 'short' })}
          </time>
        </dd>
        <dt>{t('range')}</dt>
        <dd data-testid="range">{format.dateTimeRange(MOMENT, THREE_DAYS_LATER, { dateStyle: 'medium' })}</dd>
        <dt>{t('relative')}</dt>
        <dd>{format.relativeTime(MOMENT, THREE_DAYS_LATER)}</dd>
        <dt>{t('number')}</dt>
        <dd data-testid="number">{format.number(1_234_567.89)}</dd>
        <dt>{t('percent')}</dt>
        <dd>{format.number(0.375, { style: 'percent', maximumFractionDigits: 1 })}</dd>
        <dt>{t('list')}</dt>
        <dd>{format.list(COUNTS.slice(1, 4).map((count) => format.number(count)))}</dd>
        <dt>{t('plural')}</dt>
        <dd>{format.list(COUNTS.map((count) => t('items', { count })))}</dd>
      </dl>
    </>
  )
}
