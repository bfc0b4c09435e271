import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { lookUpQuery } from '#app/report-desk/desk-queries.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './lookup-page.module.css'

const route = getRouteApi('/{-$locale}/reports/find')

/** What was typed leads to no report, or to several: what to check, and what is near. */
export function LookupPage() {
  const t = useTranslations('reports.find')
  const { id = '' } = route.useSearch()
  const { data } = useSuspenseQuery(lookUpQuery(id))
  return (
    <div className={styles.page}>
      <h1>{data.type === 'several' ? t('several') : t('none')}</h1>
      <p className={styles.typed}>
        {t('typed')} <bdi>{id === '' ? '—' : id}</bdi>
      </p>
      {data.type === 'several' ? (
        <ul>
          {data.digests.map((digest) => (
            <li key={digest}>
              <Link to="/{-$locale}/reports/$id" params={(params) => ({ ...params, id: digest })} dir="ltr">
                {digest}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <h2>{t('check')}</h2>
          <ul>
            <li>{t('complete')}</li>
            <li>{t('alike')}</li>
            <li>{t('server')}</li>
            <li>{t('old')}</li>
          </ul>
        </>
      )}
    </div>
  )
}
