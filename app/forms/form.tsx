import type { ComponentPropsWithoutRef } from 'react'
import { useTranslations } from 'use-intl'
import { HIDDEN_FIELDS } from '#app/forms/form-fields.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import type { FormState } from '#app/forms/use-form.tsx'
import notice from '#app/navigation/loading/version-skew-notice.module.css'
import button from '#app/ui/button.module.css'

type FormProps = ComponentPropsWithoutRef<'form'> & {
  /** The state, of `useForm`. */
  form: Omit<FormState<never, object>, 'field' | 'choice'>
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
