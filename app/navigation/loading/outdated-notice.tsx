import type { NoticeTexts } from '#app/navigation/loading/notices.ts'
import { giveBack, keepTyped } from '#app/navigation/loading/typed.ts'
import button from '#app/ui/button.module.css'
import styles from './outdated-notice.module.css'

/** The notice itself. It stays until the visitor reloads: what they tried cannot work before. */
export function OutdatedNotice({ explain, reload }: NoticeTexts) {
  return (
    <div className={styles.notice} role="alert">
      <p>{explain}</p>
      <button className={`${button.button} ${button.primary}`} onClick={reloadWithTyped}>
        {reload}
      </button>
    </div>
  )
}

function reloadWithTyped(): void {
  try {
    keepTyped(document, location.href, sessionStorage)
  } catch {
    // Storage is denied or full: the reload is what was asked for.
  }
  location.reload()
}

/** After the reload. */
export function giveBackTyped(): void {
  try {
    giveBack(document, location.href, sessionStorage)
  } catch {
    // Storage is denied, so nothing was kept.
  }
}
