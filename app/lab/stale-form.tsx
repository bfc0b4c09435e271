import { useTranslations } from 'use-intl'
import { RETURN_TO_FIELD, formAction } from '#app/forms/form-fields.ts'
import { sendRequest } from '#app/navigation/client.ts'
import button from '#app/ui/button.module.css'
import styles from '#app/lab/forms.module.css'

/** URL of a server function that no build has. */
const MISSING = '/_serverFn/0000'

/** Calls a server function that does not exist, as a page of an older build may do. */
export function StaleForm({ back }: { back: string }) {
  const t = useTranslations('lab.forms')
  return (
    <form
      className={styles.form}
      method="post"
      action={formAction(MISSING, 'stale')}
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        void sendRequest(MISSING, { headers: { 'x-tsr-serverFn': 'true' } }).catch(() => {})
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
