import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { AuthState } from '#app/report-desk/auth-state.ts'
import button from '#app/ui/button.module.css'
import styles from './sign-in.module.css'

/** The address that was asked for, and the one that the form goes to, in the same language. */
function addresses({ pathname, searchStr, search }: { pathname: string; searchStr: string; search: object }) {
  const [, desk = '/reports'] = /^(.*?\/reports)(?:\/|$)/.exec(pathname) ?? []
  const isForm = pathname === `${desk}/session`
  const asked = 'to' in search && typeof search.to === 'string' ? search.to : desk
  const to = isForm ? asked : pathname + searchStr
  return `${desk}/session?${new URLSearchParams({ to })}`
}

/** The way in: one field for the operator's token. Works without JavaScript. */
export function SignIn({ desk }: { desk: Exclude<AuthState, { type: 'in' }> }) {
  const t = useTranslations('reports.signIn')
  const action = useLocation({ select: addresses })
  const denied = desk.type === 'out' ? desk.denied : undefined
  return (
    <div className={styles.gate}>
      <h1>{t('title')}</h1>
      {desk.type === 'unset' ? (
        <>
          <p>{t('unset')}</p>
          <pre dir="ltr" tabIndex={0}>
            {desk.setup}
          </pre>
        </>
      ) : (
        <form method="post" action={action}>
          <p>{t('explain')}</p>
          <label htmlFor="token">{t('token')}</label>
          <input
            id="token"
            name="token"
            type="password"
            required
            autoComplete="current-password"
            spellCheck={false}
            dir="ltr"
            aria-invalid={denied !== undefined}
            aria-describedby={denied && 'denied'}
          />
          {denied && (
            <p id="denied" role="alert" className={styles.denied}>
              {t(denied)}
            </p>
          )}
          <button className={`${button.button} ${button.primary}`}>{t('enter')}</button>
        </form>
      )}
    </div>
  )
}
