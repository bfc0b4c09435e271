import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { streamSoundings } from '#app/lab/forms.functions.ts'
import { soundingsQuery } from '#app/lab/forms-query.ts'
import { sendRequest } from '#app/navigation/browser.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** An answer that comes piece by piece until the visitor has enough; the server hears of it. */
export function StreamForm() {
  const t = useTranslations('lab.forms')
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(soundingsQuery)
  const [depths, setDepths] = useState<number[]>([])
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const start = async (): Promise<void> => {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    setDepths([])
    try {
      for await (const depth of await streamSoundings({ signal })) {
        if (signal.aborted) break
        setDepths((before) => [...before, depth])
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
  const stop = async (): Promise<void> => {
    reading.current?.abort()
    // A moment for the server to notice.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await queryClient.invalidateQueries({ queryKey: soundingsQuery.queryKey })
  }
  return (
    <section className={styles.form}>
      <h2>{t('stream.title')}</h2>
      <form
        className={styles.buttons}
        method="get"
        action="#stream"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <button className={button.button}>{t('stream.start')}</button>
        <button type="button" className={button.button} onClick={() => void stop()}>
          {t('stream.stop')}
        </button>
      </form>
      <output data-testid="depths">{depths.join(' ')}</output>
      <p data-testid="given-up">{t('stream.heard', { count: data.givenUp })}</p>
      <h2>{t('stale.title')}</h2>
      <p>
        <button
          type="button"
          className={button.button}
          onClick={() => void sendRequest('/_serverFn/0000', { headers: { 'x-tsr-serverFn': 'true' } }).catch(() => {})}
        >
          {t('stale.call')}
        </button>
      </p>
    </section>
  )
}
