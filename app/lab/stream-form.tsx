import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD, type Draft, formAction } from '#app/forms/form-fields.ts'
import { SubmissionError, submit } from '#app/forms/submission.ts'
import { SubmissionFailure } from '#app/forms/submission-failure.tsx'
import { streamSoundings } from '#app/lab/forms.functions.ts'
import { soundingsQuery } from '#app/lab/forms-query.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** A form with a streamed response that the visitor can stop, which aborts it on the server. */
export function StreamForm({ drafts, back }: { drafts: readonly Draft[]; back: string }) {
  const t = useTranslations('lab.forms')
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(soundingsQuery)
  const whole = drafts.find(({ form }) => form === 'stream')?.result
  const [depths, setDepths] = useState(Array.isArray(whole) ? (whole as number[]) : [])
  const [open, setOpen] = useState(false)
  const [failure, setFailure] = useState<SubmissionError['failure']>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const start = async (form: FormData): Promise<void> => {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    setDepths([])
    setFailure(undefined)
    setOpen(true)
    try {
      // The function returns a Response only without JavaScript.
      for await (const depth of (await submit(streamSoundings({ data: form, signal }))) as AsyncIterable<number>) {
        if (signal.aborted) break
        setDepths((before) => [...before, depth])
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SubmissionError)) throw error
      setFailure(error.failure)
    } finally {
      if (reading.current?.signal === signal) setOpen(false)
    }
  }
  const stop = async (): Promise<void> => {
    reading.current?.abort()
    // The server needs a moment to see the abort.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await queryClient.invalidateQueries({ queryKey: soundingsQuery.queryKey })
  }
  return (
    <section className={styles.form}>
      <h2>{t('stream.title')}</h2>
      <form
        className={styles.buttons}
        method="post"
        action={formAction(streamSoundings.url, 'stream')}
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault()
          void start(new FormData(event.currentTarget))
        }}
      >
        <input type="hidden" name={RETURN_TO_FIELD} value={back} />
        <button className={button.button}>{t('stream.start')}</button>
        <button type="button" className={button.button} disabled={!open} onClick={() => void stop()}>
          {t('stream.stop')}
        </button>
        <SubmissionFailure failure={failure} />
      </form>
      <output data-testid="depths">{depths.join(' ')}</output>
      <p data-testid="cancelled">{t('stream.cancelled', { count: data.aborted })}</p>
    </section>
  )
}
