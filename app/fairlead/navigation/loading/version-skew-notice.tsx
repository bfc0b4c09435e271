import type { NoticeTexts } from '#fairlead/navigation/loading/navigation-signals.ts'
import { saveForm } from '#fairlead/navigation/loading/form-snapshot.ts'
import button from '#fairlead/styles/button.module.css'
import styles from './version-skew-notice.module.css'

function reload(): void {
  saveForm()
  location.reload()
}

/** Asks the visitor to reload. The notice stays until then, because the failed call cannot work before. */
export function VersionSkewNotice({ explain, reload: label }: NoticeTexts) {
  return (
    <div className={styles.notice} role="alert">
      <p>{explain}</p>
      <button className={`${button.button} ${button.primary}`} onClick={reload}>
        {label}
      </button>
    </div>
  )
}
