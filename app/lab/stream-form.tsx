import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, SubmissionError, submit, useForm } from 'fairlead/forms'
import { streamForm } from '#app/lab/forms.functions.ts'
import { soundingsQuery } from '#app/lab/queries.ts'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/forms.module.css'

/** A form with a streamed response that the visitor can stop, which aborts it on the server. */
export function StreamForm() {
  const t = useTranslations('lab.forms')
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(soundingsQuery)
  const form = useForm(streamForm)
  // Without JavaScript the result is the list of all depths.
  const [depths, setDepths] = useState(Array.isArray(form.result) ? (form.result as number[]) : [])
  const [open, setOpen] = useState(false)
  const [failure, setFailure] = useState<SubmissionError['failure']>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const start = async (fields: FormData): Promise<void> => {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    setDepths([])
    setFailure(undefined)
    setOpen(true)
    try {
      // The function returns a Response only without JavaScript.
      for await (const depth of (await submit(streamForm.submit({ data: fields, signal }))) as AsyncIterable<number>) {
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
      <Form
        form={{ ...form, failure: failure ?? form.failure }}
        className={styles.buttons}
        onSubmit={(event) => {
          event.preventDefault()
          void start(new FormData(event.currentTarget))
        }}
      >
        <button className={button.button}>{t('stream.start')}</button>
        <button type="button" className={button.button} disabled={!open} onClick={() => void stop()}>
          {t('stream.stop')}
        </button>
      </Form>
      <output data-testid="depths">{depths.join(' ')}</output>
      <p data-testid="cancelled">{t('stream.cancelled', { count: data.aborted })}</p>
    </section>
  )
}
