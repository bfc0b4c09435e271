import { createFileRoute } from '@tanstack/react-router'
import { StaleFormNotice } from '#app/forms/stale-form-notice.tsx'
import { soundingsQuery } from '#app/pages/forms-query.ts'
import { SoundingForm } from '#app/pages/sounding-form.tsx'
import { pageMeta } from '#app/errors/page-meta.ts'

export const Route = createFileRoute('/{-$locale}/forms')({
  loader: async (loading) => {
    const [{ readDrafts }] = await Promise.all([
      import('#app/forms/draft.functions.ts'),
      loading.context.load(soundingsQuery, loading),
    ])
    return { drafts: readDrafts(loading.location.publicHref), back: loading.location.publicHref }
  },
  head: (head) => ({ meta: pageMeta(head, 'Forms') }),
  component: Forms,
})

function Forms() {
  const { drafts, back } = Route.useLoaderData()
  return (
    <>
      <h1>Forms</h1>
      <SoundingForm drafts={drafts} back={back} />
      <StaleFormNotice drafts={drafts} back={back} />
    </>
  )
}
