import { useParams } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentsEntry, Entry } from '#app/handbook/page.ts'
import { Link } from 'fairlead/navigation'
import { SearchBox } from '#app/handbook/search-box.tsx'
import styles from '#app/handbook/layout.module.css'

export function HandbookLayout({ contents, children }: { contents: readonly ContentsEntry[]; children: ReactNode }) {
  const t = useTranslations('handbook')
  const id = useId()
  const slug = useParams({ strict: false, select: ({ _splat }) => _splat })
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <SearchBox />
        {/* The key closes the menu after a navigation. */}
        <details data-fold key={slug}>
          <summary>{t('contents')}</summary>
          <nav aria-label={t('contents')}>
            {[...Map.groupBy(contents, ({ group }) => group)].map(([group, entries]) => (
              <div key={group} className={styles.group}>
                <p id={id + group}>{t(`groups.${group}`)}</p>
                <ol aria-labelledby={id + group}>
                  {entries.map((entry) => (
                    <li key={entry.slug} data-nested={entry.slug.includes('/') || undefined}>
                      <EntryLink entry={entry} />
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </nav>
        </details>
      </div>
      {children}
    </div>
  )
}

const ACTIVE = { exact: true, includeSearch: false }

/** A link to a page of the handbook. A title in another language than the page's is marked with `lang`. */
export function EntryLink({ entry, children }: { entry: Entry; children?: ReactNode }) {
  const foreign = entry.lang !== useLocale()
  return (
    <Link to="/{-$locale}/handbook/$" params={{ _splat: entry.slug }} activeOptions={ACTIVE}>
      {children}
      <bdi lang={foreign ? entry.lang : undefined}>{entry.title}</bdi>
    </Link>
  )
}
