import type { ComponentPropsWithoutRef } from 'react'
import { useTranslations } from 'use-intl'
import { HIDDEN_FIELDS } from '#fairlead/forms/form-fields.ts'
import type { FormState } from '#fairlead/forms/use-form.tsx'
import notice from '#fairlead/navigation/loading/version-skew-notice.module.css'
import button from '#fairlead/styles/button.module.css'
import { RETRY, type SubmissionFailure as Failure } from '#fairlead/forms/submission.ts'
import styles from './form.module.css'

type FormProps = ComponentPropsWithoutRef<'form'> & {
  form: Omit<FormState, 'field' | 'choice' | 'hidden'>
}

/** A `<form>` with its hidden fields, and with the reason at its end why it could not be sent. */
export function Form({ form, children, ...rest }: FormProps) {
  const t = useTranslations('shell')
  const { props, name, returnTo, failure, message, invalidFields, isStale } = form
  return (
    <form {...props} {...rest}>
      <input type="hidden" name={HIDDEN_FIELDS.returnTo} value={returnTo} />
      <input type="hidden" name={HIDDEN_FIELDS.name} value={name} />
      {children}
      <SubmissionFailure
        failure={failure}
        message={message ?? (invalidFields > 0 ? t('submission.invalid', { count: invalidFields }) : undefined)}
      />
      {isStale && (
        <div className={notice.notice} role="alert">
          <p>{t('versionSkew.explain')}</p>
          <a className={`${button.button} ${button.primary}`} href={returnTo}>
            {t('versionSkew.reload')}
          </a>
        </div>
      )}
    </form>
  )
}

/** From this many seconds on, the wait is given in minutes. */
const MINUTES_FROM = 120

type Texts = ReturnType<typeof useTranslations<'shell.submission'>>

function explain(t: Texts, failure: Failure): string {
  switch (failure.type) {
    case 'tooMany': {
      const { seconds } = failure
      if (seconds === undefined) return t('tooMany')
      return seconds < MINUTES_FROM
        ? t('tooManySeconds', { seconds })
        : t('tooManyMinutes', { minutes: Math.ceil(seconds / 60) })
    }
    case 'forbidden':
    case 'unavailable':
      return t(failure.type, { status: String(failure.status) })
    case 'failed':
      return t('failed', { digest: failure.digest })
    default:
      return t(failure.type)
  }
}

type SubmissionFailureProps = {
  failure: Failure | undefined
  /** Message for the form as a whole, shown if there is no failure. */
  message?: string | undefined
}

export function SubmissionFailure({ failure, message }: SubmissionFailureProps) {
  const t = useTranslations('shell.submission')
  if (!failure && !message) return null
  return (
    <div className={styles.failure} role="alert" data-failure={failure?.type}>
      <p>{failure ? `${explain(t, failure)} ${t('unchanged')}` : message}</p>
      {failure && (
        <button className={button.button} {...{ [RETRY]: true }}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}
