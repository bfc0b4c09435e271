import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { soundingsQuery } from '#app/lab/queries.ts'
import { SoundingForm } from '#app/lab/sounding-form.tsx'
import { FailingForms } from '#app/lab/failing-forms.tsx'
import { StreamForm } from '#app/lab/stream-form.tsx'
import { Note } from '#app/lab/note.tsx'
import { labTitle } from '#app/lab/lab-route.ts'
import { UploadForm } from '#app/lab/upload-form.tsx'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/forms')({
  loader: (loading) => loading.context.load(soundingsQuery, loading),
  head: (head) => labTitle(head, 'forms.title'),
  component: Forms,
})

function Forms() {
  const t = useTranslations('lab.forms')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <SoundingForm />
      <UploadForm />
      <StreamForm />
      <FailingForms />
      <Note />
    </>
  )
}
