import type { NoticeTexts } from '#app/navigation/loading/navigation-signals.ts'
import { restoreForm, saveForm } from '#app/navigation/loading/form-snapshot.ts'
import button from '#app/ui/button.module.css'
import styles from './version-skew-notice.module.css'

/** The notice itself. It stays until the visitor reloads: what they tried cannot work before. */
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
    // Storage is denied or full: the reload is what was asked for.
  }
  location.reload()
}

/** After the reload. */
export function restoreSavedForm(): void {
  try {
    restoreForm(document, location.href, sessionStorage)
  } catch {
    // Storage is denied, so nothing was kept.
  }
}
