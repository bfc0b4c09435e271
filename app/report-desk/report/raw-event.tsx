import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './report-page.module.css'

/** Returns the URL of a report's raw event as a file, in the current language. */
export function useRawEventHref(id: string): string {
  return useLocation({
    select: ({ pathname }) => `${pathname.slice(0, pathname.lastIndexOf('/reports'))}/reports/${id}?event=file`,
  })
}

type Props = { id: string; raw: string; truncated: boolean }

/** The raw event, to read, copy or download. Copying fetches the whole event where only its beginning is shown. */
export function RawEvent({ id, raw, truncated }: Props) {
  const t = useTranslations('reports.report')
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const href = useRawEventHref(id)
  const readWhole = async () => {
    if (!truncated) return raw
    const response = await fetch(href)
    if (!response.ok) throw new Error(`the raw event could not be loaded: ${response.status}`)
    return response.text()
  }
  const copy = () =>
    readWhole()
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
      {truncated && <p className={styles.none}>{t('rawTruncated')}</p>}
      <pre dir="ltr" tabIndex={0}>
        {raw}
      </pre>
    </details>
  )
}
