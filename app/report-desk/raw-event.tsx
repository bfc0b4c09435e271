import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './report-page.module.css'

/** The address of a report's event as a file, in the language of the desk. */
export function useRawEventHref(id: string): string {
  return useLocation({
    select: ({ pathname }) => `${pathname.slice(0, pathname.lastIndexOf('/reports'))}/reports/${id}?event=file`,
  })
}

type Props = { id: string; raw: string; cut: boolean }

/** The event as it came, to be read, copied or saved. Copying takes all of it, also where only a part is shown. */
export function RawEvent({ id, raw, cut }: Props) {
  const t = useTranslations('reports.report')
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const href = useRawEventHref(id)
  const whole = async () => (cut ? (await fetch(href)).text() : raw)
  const copy = () =>
    whole()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setCopied('copied'),
        () => setCopied('notCopied'),
      )
  return (
    <details className={styles.raw}>
      <summary>{t('raw')}</summary>
      <p>
        <button type="button" onClick={() => void copy()}>
          {t('copy')}
        </button>{' '}
        <a href={href} download>
          {t('download')}
        </a>{' '}
        <output>{copied && t(copied)}</output>
      </p>
      {cut && <p className={styles.none}>{t('rawCut')}</p>}
      <pre dir="ltr" tabIndex={0}>
        {raw}
      </pre>
    </details>
  )
}
