import { useTranslations } from 'use-intl'
import type { Draft } from '#app/forms/form-fields.ts'
import styles from '#app/navigation/loading/version-skew-notice.module.css'
import button from '#app/ui/button.module.css'

/** Shows the version-skew notice after a form of an older build was posted without JavaScript. At the end of the page. */
export function StaleFormNotice({ drafts, back }: { drafts: readonly Draft[]; back: string }) {
  const t = useTranslations('shell.versionSkew')
  if (!drafts.some(({ stale }) => stale)) return null
  return (
    <div className={styles.notice} role="alert">
      <p>{t('explain')}</p>
      <a className={`${button.button} ${button.primary}`} href={back}>
        {t('reload')}
      </a>
    </div>
  )
}
