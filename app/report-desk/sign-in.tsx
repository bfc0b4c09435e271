import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { AuthState } from '#app/report-desk/auth-state.ts'
import button from '#app/ui/button.module.css'
import styles from './sign-in.module.css'

/** Returns the form's URL in the current language, with the requested URL as `to`. */
function formAction({ pathname, searchStr, search }: { pathname: string; searchStr: string; search: object }) {
  const [, desk = '/reports'] = /^(.*?\/reports)(?:\/|$)/.exec(pathname) ?? []
  const isForm = pathname === `${desk}/session`
  const returnTo = 'to' in search && typeof search.to === 'string' ? search.to : desk
  const to = isForm ? returnTo : pathname + searchStr
  return `${desk}/session?${new URLSearchParams({ to })}`
}

/** The sign-in form: one field for the operator token. Works without JavaScript. */
export function SignIn({ auth }: { auth: Exclude<AuthState, { type: 'signed-in' }> }) {
  const t = useTranslations('reports.signIn')
  const action = useLocation({ select: formAction })
  const denied = auth.type === 'signed-out' ? auth.denied : undefined
  return (
    <div className={styles.signIn}>
      <h1>{t('title')}</h1>
      {auth.type === 'unconfigured' ? (
        <>
          <p>{t('unconfigured')}</p>
          <pre dir="ltr" tabIndex={0}>
            {auth.setup}
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
          <button className={`${button.button} ${button.primary}`}>{t('submit')}</button>
        </form>
      )}
    </div>
  )
}
