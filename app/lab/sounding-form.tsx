import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Form, UnsavedChanges, useForm } from 'fairlead/forms'
import { soundingForm } from '#app/lab/forms.functions.ts'
import { soundingsQuery } from '#app/lab/queries.ts'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/forms.module.css'

type MessageKey = 'place' | 'depth'

/** A form with pending and optimistic states, messages by field, a redirect, and a question before it is left. */
export function SoundingForm() {
  const t = useTranslations('lab.forms')
  const queryClient = useQueryClient()
  const { queryKey } = soundingsQuery
  const form = useForm(soundingForm, {
    translate: (message) => t(`errors.${message as MessageKey}`),
    invalidates: [queryKey],
    optimistic: (data) => {
      const previous = queryClient.getQueryData(queryKey)
      const { place = '', depth: typed = '' } = Object.fromEntries(data) as Record<string, string>
      const depth = Number(typed.replace(',', '.'))
      if (previous && place !== '' && Number.isFinite(depth)) {
        const soundings = [{ id: 'new', place, depth }, ...previous.soundings]
        queryClient.setQueryData(queryKey, { ...previous, soundings })
      }
      return () => queryClient.setQueryData(queryKey, previous)
    },
  })
  const place = form.field('place')
  const depth = form.field('depth')
  return (
    <>
      <Form form={form} className={styles.form}>
        <h2>{t('note.title')}</h2>
        <UnsavedChanges when={form.changed} />
        <label htmlFor={place.input.id}>{t('note.place')}</label>
        <input {...place.input} />
        {place.error}
        <label htmlFor={depth.input.id}>{t('note.depth')}</label>
        <input {...depth.input} inputMode="decimal" />
        {depth.error}
        <label>
          <input type="checkbox" {...form.choice('next', 'first')} /> {t('note.saveAndLeave')}
        </label>
        <p className={styles.buttons}>
          <button className={`${button.button} ${button.primary}`} disabled={form.pending}>
            {form.pending ? t('note.saving') : t('note.save')}
          </button>
        </p>
      </Form>
      <Soundings />
    </>
  )
}

function Soundings() {
  const t = useTranslations('lab.forms')
  const { data } = useSuspenseQuery(soundingsQuery)
  if (data.soundings.length === 0) return null
  return (
    <section className={styles.soundings}>
      <h3>{t('note.list')}</h3>
      <ul data-testid="soundings">
        {data.soundings.map(({ id, place, depth }) => (
          <li key={id} data-pending={id === 'new' || undefined}>
            {place}: <span>{depth}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
