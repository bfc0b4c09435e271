import { useTranslations } from 'use-intl'
import type { StoreFault } from '#app/error-reports/store/store-fault.ts'
import styles from './store-notice.module.css'

/** Tells the operator why the store cannot be used, where it is and what to do. */
export function StoreNotice(props: { fault: StoreFault; place?: string | undefined; heading: 'h1' | 'h2' }) {
  const { fault, place, heading: Heading } = props
  const t = useTranslations('reports.store')
  return (
    <section className={styles.notice} role="alert" data-fault={fault}>
      <Heading>{t(`${fault}.title`)}</Heading>
      <p>{t(`${fault}.advice`)}</p>
      {place && (
        <p>
          {t('place')} <code dir="ltr">{place}</code>
        </p>
      )}
    </section>
  )
}
