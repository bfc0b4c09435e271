import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { StaleFormNotice } from '#app/forms/stale-form-notice.tsx'
import { soundingsQuery } from '#app/lab/forms-query.ts'
import { NotFoundForm } from '#app/lab/not-found-form.tsx'
import { SoundingForm } from '#app/lab/sounding-form.tsx'
import { StaleForm } from '#app/lab/stale-form.tsx'
import { StreamForm } from '#app/lab/stream-form.tsx'
import { labTitle } from '#app/lab/lab-title.ts'
import { UploadForm } from '#app/lab/upload-form.tsx'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/forms')({
  loader: async (loading) => {
    const [{ readDrafts }] = await Promise.all([
      import('#app/forms/draft.functions.ts'),
      loading.context.load(soundingsQuery, loading),
    ])
    return { drafts: readDrafts(loading.location.publicHref), back: loading.location.publicHref }
  },
  head: (head) => labTitle(head, 'forms.title'),
  component: Forms,
})

function Forms() {
  const t = useTranslations('lab.forms')
  const { drafts, back } = Route.useLoaderData()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <SoundingForm drafts={drafts} back={back} />
      <UploadForm drafts={drafts} back={back} />
      <StreamForm drafts={drafts} back={back} />
      <StaleForm back={back} />
      <NotFoundForm back={back} />
      <StaleFormNotice drafts={drafts} back={back} />
    </>
  )
}
