import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { soundingsQuery } from '#app/pages/queries.ts'
import { SoundingForm } from '#app/pages/sounding-form.tsx'

export const Route = createFileRoute('/{-$locale}/forms')({
  loader: (loading) => loading.context.load(soundingsQuery, loading),
  head: (head) => ({ meta: pageMeta(head, 'Forms') }),
  component: Forms,
})

function Forms() {
  return (
    <>
      <h1>Forms</h1>
      <SoundingForm />
    </>
  )
}
