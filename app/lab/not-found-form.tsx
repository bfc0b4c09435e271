import { useTranslations } from 'use-intl'
import { Form } from '#app/forms/form.tsx'
import { useForm } from '#app/forms/use-form.tsx'
import { notFoundForm } from '#app/lab/forms.functions.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** A form whose function throws `notFound()`. */
export function NotFoundForm() {
  const t = useTranslations('lab.forms.notFound')
  const form = useForm(notFoundForm)
  return (
    <Form form={form} className={styles.form}>
      <h2>{t('title')}</h2>
      <p className={styles.buttons}>
        <button className={button.button} disabled={form.pending}>
          {t('send')}
        </button>
      </p>
    </Form>
  )
}
