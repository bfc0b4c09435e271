import type { NoticeTexts } from '#app/navigation/loading/navigation-signals.ts'
import { restoreForm, saveForm } from '#app/navigation/loading/form-snapshot.ts'
import button from '#app/ui/button.module.css'
import styles from './version-skew-notice.module.css'

/** Asks for a reload. The notice stays until then, because the failed call cannot work before. */
export function VersionSkewNotice({ explain, reload }: NoticeTexts) {
  return (
    <div className={styles.notice} role="alert">
      <p>{explain}</p>
      <button className={`${button.button} ${button.primary}`} onClick={reloadWithSavedForm}>
        {reload}
      </button>
    </div>
  )
}

function reloadWithSavedForm(): void {
  try {
    saveForm(document, location.href, sessionStorage)
  } catch {
    // Storage is denied or full: reload without a snapshot.
  }
  location.reload()
}

/** Restores the form values that were saved before the reload. */
export function restoreSavedForm(): void {
  try {
    restoreForm(document, location.href, sessionStorage)
  } catch {
    // Storage is denied, so nothing was saved.
  }
}
