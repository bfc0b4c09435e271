import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD, type Draft } from '#app/forms/form-fields.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { saveSounding } from '#app/lab/forms.functions.ts'
import { soundingsQuery } from '#app/lab/forms-query.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

type FormProps = { drafts: readonly Draft[]; back: string }

/** A form with pending and optimistic states, messages by field, and a redirect after success. */
export function SoundingForm({ drafts, back }: FormProps) {
  const t = useTranslations('lab.forms')
  const queryClient = useQueryClient()
  const { queryKey } = soundingsQuery
  const { props, pending, messages, values, failure } = useForm({
    name: 'sounding',
    call: saveSounding,
    drafts,
    keeps: ['place', 'depth'],
    invalidates: [queryKey],
    optimistic: (data) => {
      const previous = queryClient.getQueryData(queryKey)
      const text = (name: string): string => {
        const value = data.get(name)
        return typeof value === 'string' ? value : ''
      }
      const place = text('place')
      const depth = Number(text('depth').replace(',', '.'))
      if (previous && place !== '' && Number.isFinite(depth)) {
        const soundings = [{ id: 'new', place, depth }, ...previous.soundings]
        queryClient.setQueryData(queryKey, { ...previous, soundings })
      }
      return () => queryClient.setQueryData(queryKey, previous)
    },
  })
  const message = (name: 'place' | 'depth') =>
    messages[name] === undefined ? undefined : (
      <span id={`${name}-message`} className={styles.message} role="alert">
        {t(`errors.${name}`)}
      </span>
    )
  const describe = (name: string) => ({
    'aria-invalid': messages[name] !== undefined,
    'aria-describedby': messages[name] === undefined ? undefined : `${name}-message`,
  })
  return (
    <form {...props} className={styles.form} noValidate>
      <h2>{t('note.title')}</h2>
      <input type="hidden" name={RETURN_TO_FIELD} value={back} />
      <label htmlFor="place">{t('note.place')}</label>
      <input id="place" name="place" defaultValue={values.place} {...describe('place')} />
      {message('place')}
      <label htmlFor="depth">{t('note.depth')}</label>
      <input id="depth" name="depth" inputMode="decimal" defaultValue={values.depth} {...describe('depth')} />
      {message('depth')}
      <label>
        <input type="checkbox" name="next" value="first" /> {t('note.saveAndLeave')}
      </label>
      <p className={styles.buttons}>
        <button className={`${button.button} ${button.primary}`} disabled={pending}>
          {pending ? t('note.saving') : t('note.save')}
        </button>
      </p>
      <SubmissionFailure failure={failure} message={messages['']} />
      <Soundings />
    </form>
  )
}

function Soundings() {
  const t = useTranslations('lab.forms')
  const { data } = useSuspenseQuery(soundingsQuery)
  if (data.soundings.length === 0) return null
  return (
    <>
      <h3>{t('note.list')}</h3>
      <ul data-testid="soundings" className={styles.list}>
        {data.soundings.map(({ id, place, depth }) => (
          <li key={id} data-pending={id === 'new' || undefined}>
            {place}: <span>{depth}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
