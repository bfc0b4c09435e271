import type { NotFoundRouteProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EntryLink } from '#app/handbook/entry-link.tsx'
import type { Entry } from '#app/handbook/page.ts'
import styles from '#app/handbook/page.module.css'

/** The handbook's not-found page, with suggestions. */
export function HandbookNotFound({ data }: NotFoundRouteProps) {
  const t = useTranslations('handbook.notFound')
  const suggestions = (data ?? []) as Entry[]
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
        {suggestions.map((entry) => (
          <li key={entry.slug}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  )
}
