import { useTranslations } from 'use-intl'
import { useSnapshot } from 'fairlead/navigation'
import styles from '#app/lab/forms.module.css'

/** A text that survives a reload, Back and Forward. */
export function Note() {
  const t = useTranslations('lab.forms.snapshot')
  const [note, setNote] = useSnapshot('note', '')
  return (
    <section className={styles.form}>
      <h2>{t('title')}</h2>
      <label htmlFor="note">{t('label')}</label>
      <textarea id="note" rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
    </section>
  )
}
