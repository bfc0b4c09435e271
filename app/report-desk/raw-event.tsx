import { useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './report.module.css'

/** The event as it came, to be read or copied. */
export function RawEvent({ raw }: { raw: string }) {
  const t = useTranslations('reports.report')
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = () =>
    navigator.clipboard.writeText(raw).then(
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
        <output>{copied && t(copied)}</output>
      </p>
      <pre dir="ltr" tabIndex={0}>
        {raw}
      </pre>
    </details>
  )
}
