import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ApplicationError, useRetry } from '#fairlead/errors/application-error.tsx'
import { PublicError } from '#fairlead/errors/public-error.ts'
import type { DatabaseFault } from '#fairlead/database/database-errors.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import button from '#fairlead/styles/button.module.css'
import styles from './desk-layout.module.css'

type Props = { fault: DatabaseFault; place?: string | undefined; heading: 'h1' | 'h2'; retry: () => Promise<unknown> }

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
        action={withBasePath(pathname)}
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

/** The error page of the desk. */
export function DeskError(props: ErrorComponentProps) {
  const { error, reset } = props as { error: unknown; reset: () => void }
  const retry = useRetry(reset)
  const { fault, store } = (error instanceof PublicError && error.fields) || {}
  if (!fault) return <ApplicationError {...props} />
  return <StoreNotice heading="h1" fault={fault as DatabaseFault} place={store} retry={retry} />
}
