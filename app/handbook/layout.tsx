import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EntryLink } from '#app/handbook/entry-link.tsx'
import type { Entry } from '#app/handbook/page.ts'
import { SearchBox } from '#app/handbook/search-box.tsx'
import styles from '#app/handbook/layout.module.css'

/** The handbook's layout: search and contents beside the page, or above it on narrow screens. */
export function HandbookLayout({ contents, children }: { contents: readonly Entry[]; children: ReactNode }) {
  const t = useTranslations('handbook')
  const slug = useParams({ strict: false, select: ({ _splat }) => _splat })
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <SearchBox />
        {/* The key closes the menu after a navigation. */}
        <details data-fold key={slug}>
          <summary>{t('contents')}</summary>
          <nav aria-label={t('contents')}>
            <ol className={styles.contents}>
              {contents.map((entry) => (
                <li key={entry.slug} data-nested={entry.slug.includes('/') || undefined}>
                  <EntryLink entry={entry} />
                </li>
              ))}
            </ol>
          </nav>
        </details>
      </div>
      {children}
    </div>
  )
}
