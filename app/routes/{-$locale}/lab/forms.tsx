import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { soundingsQuery } from '#app/lab/forms-query.ts'
import { NotFoundForm } from '#app/lab/not-found-form.tsx'
import { SoundingForm } from '#app/lab/sounding-form.tsx'
import { StaleForm } from '#app/lab/stale-form.tsx'
import { StreamForm } from '#app/lab/stream-form.tsx'
import { labTitle } from '#app/lab/lab-title.ts'
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
      <StaleForm />
      <NotFoundForm />
    </>
  )
}
