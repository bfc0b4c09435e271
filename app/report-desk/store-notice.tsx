import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { StoreFault } from '#app/error-reports/store/store-fault.ts'
import button from '#app/ui/button.module.css'
import styles from './store-notice.module.css'

type Props = { fault: StoreFault; place?: string | undefined; heading: 'h1' | 'h2'; retry: () => Promise<unknown> }

/** Names the fault of the store, its location and its remedy. "Try again" loads the page where JavaScript is off. */
export function StoreNotice({ fault, place, heading: Heading, retry }: Props) {
  const t = useTranslations('reports.store')
  const publicHref = useLocation({ select: (location) => location.publicHref })
  const { pathname, searchParams } = new URL(publicHref, 'http://localhost')
  return (
    <section className={styles.notice} role="alert" data-fault={fault}>
      <Heading>{t(`${fault}.title`)}</Heading>
      <p>{t(`${fault}.advice`)}</p>
      {place && (
        <p>
          {t('location')} <code dir="ltr">{place}</code>
        </p>
      )}
      <form
        action={pathname}
        onSubmit={(event) => {
          event.preventDefault()
          void retry()
        }}
      >
        {[...searchParams].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <button className={button.button}>{t('retry')}</button>
      </form>
    </section>
  )
}
