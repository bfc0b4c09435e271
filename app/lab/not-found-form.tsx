import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD } from '#app/forms/form-fields.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { postNotFound } from '#app/lab/forms.functions.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** A form whose function throws `notFound()`. */
export function NotFoundForm({ back }: { back: string }) {
  const t = useTranslations('lab.forms.notFound')
  const { props, pending, failure } = useForm({ name: 'not-found', call: postNotFound, drafts: [] })
  return (
    <form {...props} className={styles.form}>
      <h2>{t('title')}</h2>
      <input type="hidden" name={RETURN_TO_FIELD} value={back} />
      <p className={styles.buttons}>
        <button className={button.button} disabled={pending}>
          {t('send')}
        </button>
      </p>
      <SubmissionFailure failure={failure} />
    </form>
  )
}
