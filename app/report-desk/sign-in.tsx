import { useTranslations } from 'use-intl'
import { Form } from '#app/forms/form.tsx'
import { useForm } from '#app/forms/use-form.tsx'
import { signInForm } from '#app/report-desk/auth.functions.ts'
import type { AuthState } from '#app/report-desk/auth.server.ts'
import button from '#app/ui/button.module.css'
import styles from './desk-layout.module.css'

/** The form for the operator token. Posted by the browser itself: a session begins with a new document. */
function TokenForm() {
  const t = useTranslations('reports.signIn')
  const form = useForm(signInForm, {
    // Other messages name a fault of the store, and are only shown to a person with the token.
    translate: (message) => (message === 'wrong' || message === 'wait' ? t(message) : message),
  })
  const token = form.field('token')
  return (
    // The only field announces its error itself.
    <Form form={{ ...form, invalidFields: 0 }} onSubmit={undefined} noValidate={false}>
      <p>{t('explain')}</p>
      <label htmlFor={token.input.id}>{t('token')}</label>
      <input {...token.input} type="password" autoComplete="current-password" spellCheck={false} dir="ltr" />
      {token.error && (
        <p role="alert" className={styles.denied}>
          {token.error}
        </p>
      )}
      <button className={`${button.button} ${button.primary}`}>{t('submit')}</button>
    </Form>
  )
}

/** The page that a visitor without a session sees at every path of the desk. */
export function SignIn({ auth }: { auth: Exclude<AuthState, { type: 'signed-in' }> }) {
  const t = useTranslations('reports.signIn')
  return (
    <div className={styles.signIn}>
      <h1>{t('title')}</h1>
      {auth.type === 'signed-out' ? (
        <TokenForm />
      ) : (
        <>
          <p>{t('unconfigured')}</p>
          <pre dir="ltr" tabIndex={0}>
            {auth.setup}
          </pre>
        </>
      )}
    </div>
  )
}
