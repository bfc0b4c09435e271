import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD, type Draft } from '#app/forms/form-fields.ts'
import { fetchWithProgress } from '#app/forms/fetch-with-progress.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { uploadFile } from '#app/lab/forms.functions.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** An upload with progress and a cancel button. */
export function UploadForm({ drafts, back }: { drafts: readonly Draft[]; back: string }) {
  const t = useTranslations('lab.forms')
  const [share, setShare] = useState(0)
  const { props, pending, messages, failure, filesLost, result, cancel } = useForm<{ name: string; bytes: number }>({
    name: 'upload',
    call: uploadFile,
    drafts,
    send: fetchWithProgress(setShare),
  })
  const issue = messages.file
  return (
    <form {...props} className={styles.form} noValidate>
      <h2>{t('upload.title')}</h2>
      <input type="hidden" name={RETURN_TO_FIELD} value={back} />
      <label htmlFor="file">{t('upload.file')}</label>
      <input id="file" name="file" type="file" aria-describedby="file-message" aria-invalid={issue !== undefined} />
      <span id="file-message" className={styles.message} role="alert">
        {issue !== undefined && t(issue === 'large' ? 'errors.large' : 'errors.file')}{' '}
        {filesLost && t('upload.filesLost')}
      </span>
      <p className={styles.buttons}>
        <button className={button.button} disabled={pending}>
          {t('upload.send')}
        </button>
        {pending && (
          <button type="button" className={button.button} onClick={cancel}>
            {t('upload.cancel')}
          </button>
        )}
      </p>
      {pending && <progress value={share} aria-label={t('upload.title')} />}
      <SubmissionFailure failure={failure} message={messages['']} />
      <p role="status">{result && t('upload.sent', result)}</p>
    </form>
  )
}
