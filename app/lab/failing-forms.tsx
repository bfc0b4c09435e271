import { useTranslations } from 'use-intl'
import * as v from 'valibot'
import { defineForm, Form, useForm } from 'fairlead/forms'
import { notFoundForm } from '#app/lab/forms.functions.ts'
import { sendRequest, withBasePath } from 'fairlead/navigation'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/forms.module.css'

/** URL of a server function that no build has. */
const MISSING = withBasePath('/_serverFn/0000')

async function callMissing(): Promise<object> {
  await sendRequest(MISSING)
  return {}
}

const staleForm = defineForm({
  name: 'stale',
  schema: v.object({}),
  submit: Object.assign(callMissing, { url: MISSING }),
})

/** Two forms of one button that fail: a server function that no build has, and one that throws `notFound()`. */
export function FailingForms() {
  const t = useTranslations('lab.forms')
  return (
    <>
      <ButtonForm definition={staleForm} title={t('stale.title')} label={t('stale.call')} />
      <ButtonForm definition={notFoundForm} title={t('notFound.title')} label={t('notFound.send')} />
    </>
  )
}

type ButtonFormProps = { definition: typeof staleForm | typeof notFoundForm; title: string; label: string }

function ButtonForm({ definition, title, label }: ButtonFormProps) {
  const form = useForm(definition)
  return (
    <Form form={form} className={styles.form}>
      <h2>{title}</h2>
      <p className={styles.buttons}>
        <button className={button.button} disabled={form.pending}>
          {label}
        </button>
      </p>
    </Form>
  )
}
