import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD, formAction } from '#app/forms/form-fields.ts'
import { sendRequest } from '#app/navigation/client.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** The address of a function that no build has. */
const GONE = '/_serverFn/0000'

/** Calls what the server no longer has, as the page of an older build does. */
export function StaleForm({ back }: { back: string }) {
  const t = useTranslations('lab.forms')
  return (
    <form
      className={styles.form}
      method="post"
      action={formAction(GONE, 'stale')}
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        void sendRequest(GONE, { headers: { 'x-tsr-serverFn': 'true' } }).catch(() => {})
      }}
    >
      <h2>{t('stale.title')}</h2>
      <input type="hidden" name={RETURN_TO_FIELD} value={back} />
      <p className={styles.buttons}>
        <button className={button.button}>{t('stale.call')}</button>
      </p>
    </form>
  )
}
