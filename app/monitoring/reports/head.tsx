import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Link } from '#app/navigation/link.tsx'
import { defaultLocale, localeOf } from '#app/navigation/locale/locale.ts'
import styles from './head.module.css'

/** The head of the desk: its pages and the way out. */
export function DeskHead() {
  const t = useTranslations('reports.head')
  const locale = localeOf(useParams({ strict: false }))
  const prefix = locale === defaultLocale ? '' : `/${locale}`
  return (
    <div className={styles.head}>
      <nav aria-label={t('label')}>
        <Link to="/{-$locale}/reports" activeOptions={{ exact: true, includeSearch: false }}>
          {t('problems')}
        </Link>
      </nav>
      <form method="post" action={`${prefix}/reports/session`}>
        <button name="leave" value="yes">
          {t('leave')}
        </button>
      </form>
    </div>
  )
}
