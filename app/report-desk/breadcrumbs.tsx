import { useFormatter, useTranslations } from 'use-intl'
import type { Breadcrumb } from '#app/report-desk/event-view.ts'
import styles from './report-page.module.css'

/** What happened before, as a line through time that ends at the report. Seconds count back from it. */
export function Breadcrumbs({ crumbs, at }: { crumbs: readonly Breadcrumb[]; at: number }) {
  const t = useTranslations('reports.report')
  const format = useFormatter()
  if (crumbs.length === 0) return <p className={styles.none}>{t('noCrumbs')}</p>
  const seconds = (time: number) =>
    format.number((time - at) / 1_000, { maximumFractionDigits: 1, signDisplay: 'always' })
  return (
    <ol role="list" className={styles.crumbs}>
      {crumbs.map((crumb, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a crumb is its place
        <li key={index} data-level={crumb.level}>
          <span className={styles.ago}>{crumb.at === null ? '' : t('seconds', { seconds: seconds(crumb.at) })}</span>
          <b dir="ltr">{crumb.category}</b>
          <span dir="auto">{crumb.message}</span>
        </li>
      ))}
      <li data-level="error">
        <span className={styles.ago}>{t('seconds', { seconds: '0' })}</span>
        <b>{t('thisReport')}</b>
      </li>
    </ol>
  )
}
