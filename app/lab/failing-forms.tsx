import { useTranslations } from 'use-intl'
import * as v from 'valibot'
import { defineForm } from '#app/forms/define-form.ts'
import { Form } from '#app/forms/form.tsx'
import { useForm } from '#app/forms/use-form.tsx'
import { notFoundForm } from '#app/lab/forms.functions.ts'
import { withBasePath } from '#app/base-path.ts'
import { sendRequest } from '#app/navigation/engine.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** URL of a server function that no build has. */
const MISSING = withBasePath('/_serverFn/0000')

async function callMissing(): Promise<object> {
  await sendRequest(MISSING, { headers: { 'x-tsr-serverFn': 'true' } })
  return {}
}

const staleForm = defineForm({
  name: 'stale',
  schema: v.object({}),
  submit: Object.assign(callMissing, { url: MISSING }),
})

/** Calls a server function that does not exist, as a page of an older build may do. */
export function StaleForm() {
  const t = useTranslations('lab.forms')
  const form = useForm(staleForm)
  return (
    <Form form={form} className={styles.form}>
      <h2>{t('stale.title')}</h2>
      <p className={styles.buttons}>
        <button className={button.button}>{t('stale.call')}</button>
      </p>
    </Form>
  )
}

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
