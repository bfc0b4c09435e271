import type { NotFoundRouteProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EntryLink } from '#app/handbook/entry-link.tsx'
import type { Entry } from '#app/handbook/page.ts'
import styles from '#app/handbook/page.module.css'

/** In place of a page that is not there: the ones whose names come nearest. */
export function HandbookNotFound({ data }: NotFoundRouteProps) {
  const t = useTranslations('handbook.notFound')
  const nearest = (data ?? []) as Entry[]
  return (
    <div className={styles.page}>
      <h1>404</h1>
      <p>
        <bdi lang="en" dir="ltr">
          This page could not be found.
        </bdi>
      </p>
      <p>{t('suggestions')}</p>
      <ul>
        {nearest.map((entry) => (
          <li key={entry.slug}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  )
}
