import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchWithProgress, Form, useForm } from 'fairlead/forms'
import { uploadForm } from '#app/lab/forms.functions.ts'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/forms.module.css'

export function UploadForm() {
  const t = useTranslations('lab.forms')
  const [share, setShare] = useState(0)
  const form = useForm(uploadForm, {
    translate: (message) => t(message === 'large' ? 'errors.large' : 'errors.file'),
    send: fetchWithProgress(setShare),
  })
  const file = form.field('file')
  return (
    <Form form={form} className={styles.form}>
      <h2>{t('upload.title')}</h2>
      <label htmlFor={file.input.id}>{t('upload.file')}</label>
      <input {...file.input} type="file" />
      {file.error}
      <p className={styles.buttons}>
        <button className={button.button} disabled={form.pending}>
          {t('upload.send')}
        </button>
        {form.pending && (
          <button type="button" className={button.button} onClick={form.cancel}>
            {t('upload.cancel')}
          </button>
        )}
      </p>
      {form.pending && <progress value={share} aria-label={t('upload.title')} />}
      <p role="status">{form.result && t('upload.sent', form.result)}</p>
    </Form>
  )
}
