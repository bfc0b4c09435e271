import { useFormatter, useTranslations } from 'use-intl'
import type { Breadcrumb } from '#app/report-desk/event-view.ts'
import styles from './report-page.module.css'

/** The breadcrumbs of a report as a timeline that ends with it. Seconds are relative to the report. */
export function Breadcrumbs({ crumbs, at }: { crumbs: readonly Breadcrumb[]; at: number }) {
  const t = useTranslations('reports.report')
  const format = useFormatter()
  if (crumbs.length === 0) return <p className={styles.none}>{t('noBreadcrumbs')}</p>
  const seconds = (time: number) =>
    format.number((time - at) / 1_000, { maximumFractionDigits: 1, signDisplay: 'always' })
  return (
    <ol role="list" className={styles.crumbs}>
      {crumbs.map((crumb, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes order
        <li key={index} data-level={crumb.level}>
          <span className={styles.offset}>{crumb.at === null ? '' : t('seconds', { seconds: seconds(crumb.at) })}</span>
          <b dir="ltr">{crumb.category}</b>
          <span dir="auto">{crumb.message}</span>
        </li>
      ))}
      <li data-level="error">
        <span className={styles.offset}>{t('seconds', { seconds: '0' })}</span>
        <b>{t('thisReport')}</b>
      </li>
    </ol>
  )
}
