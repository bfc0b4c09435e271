import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { lookupQuery } from '#app/report-desk/desk-queries.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from './desk-layout.module.css'

const route = getRouteApi('/{-$locale}/reports/find')

/** The page for a lookup without a single result: similar digests, or what to check. */
export function LookupPage() {
  const t = useTranslations('reports.find')
  const { id = '' } = route.useSearch()
  const { data } = useSuspenseQuery(lookupQuery(id))
  return (
    <div className={styles.lookup}>
      <h1>{data.type === 'several' ? t('several') : t('none')}</h1>
      <p className={styles.query}>
        {t('query')} <bdi>{id === '' ? '—' : id}</bdi>
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
            <li>{t('length')}</li>
            <li>{t('lookAlikes')}</li>
            <li>{t('site')}</li>
            <li>{t('retention')}</li>
          </ul>
        </>
      )}
    </div>
  )
}
