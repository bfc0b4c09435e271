import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { lookUpQuery } from '#app/report-desk/desk-queries.ts'
import { getLocale, localeParam } from '#app/navigation/locale/locale.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './desk-header.module.css'

/** The head of the desk: its pages, the box that a digest is typed into, and the way out. */
export function DeskHeader() {
  const t = useTranslations('reports.head')
  const navigate = useNavigate()
  const locale = localeParam(getLocale(useParams({ strict: false })))
  const desk = locale === undefined ? '/reports' : `/${locale}/reports`
  const queryClient = useQueryClient()
  const find = async (text: string) => {
    const typed = text.trim()
    if (typed === '') return
    // Straight to the report, so that it opens over the page. What leads to none, or cannot be asked, has a page that says so.
    const looked = await queryClient.query({ ...lookUpQuery(typed), staleTime: 0 }).catch(() => undefined)
    if (looked?.type === 'found') await navigate({ to: '/{-$locale}/reports/$id', params: { locale, id: looked.id } })
    else await navigate({ to: '/{-$locale}/reports/find', params: { locale }, search: { id: typed } })
  }
  return (
    <div className={styles.head}>
      <nav aria-label={t('label')}>
        <Link to="/{-$locale}/reports" activeOptions={{ exact: true, includeSearch: false }}>
          {t('problems')}
        </Link>
        <Link to="/{-$locale}/reports/delivery">{t('delivery')}</Link>
        <Link to="/{-$locale}/reports/vitals">{t('vitals')}</Link>
      </nav>
      <form
        className={styles.find}
        action={`${desk}/find`}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('id')
          if (typeof typed === 'string') void find(typed)
        }}
      >
        <input
          name="id"
          aria-label={t('find')}
          placeholder={t('find')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="auto"
          // What is pasted is meant as it is.
          onPaste={(event) => {
            if (event.currentTarget.value !== '') return
            event.preventDefault()
            const pasted = event.clipboardData.getData('text').slice(0, 200)
            event.currentTarget.value = pasted.trim()
            void find(pasted)
          }}
        />
        <button>{t('go')}</button>
      </form>
      <form method="post" action={`${desk}/session`}>
        <button name="leave" value="yes">
          {t('leave')}
        </button>
      </form>
    </div>
  )
}
