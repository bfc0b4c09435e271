import { useLocale, useTranslations } from 'use-intl'
import { EntryLink } from '#app/handbook/entry-link.tsx'
import type { Entry, Page } from '#app/handbook/page.ts'
import { Markdown } from '#app/handbook/markdown.tsx'
import { getDirection } from '#app/navigation/locale/locale.ts'
import styles from '#app/handbook/page.module.css'

/** A page of the handbook with links to the previous and the next one. */
export function HandbookPage({ page, slug, entries }: { page: Page; slug: string; entries: Entry[] }) {
  const t = useTranslations('handbook')
  const foreign = page.lang !== useLocale()
  const language = { lang: page.lang, dir: getDirection(page.lang) }
  const place = entries.findIndex((entry) => entry.slug === slug)
  const [previous, next] = [entries[place - 1], entries[place + 1]]
  return (
    <>
      {page.toc.length > 1 && (
        <aside className={styles.aside}>
          <details data-fold key={slug}>
            <summary>{t('onThisPage')}</summary>
            <nav aria-label={t('onThisPage')}>
              <ol {...language}>
                {page.toc.map(({ id, text, depth }) => (
                  <li key={id} data-nested={depth === 3 || undefined}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          </details>
        </aside>
      )}
      <div className={styles.page}>
        {foreign && <p className={styles.notice}>{t('fallback')}</p>}
        <article {...language}>
          <h1>{page.title}</h1>
          <p className={styles.summary}>{page.summary}</p>
          <Markdown html={page.html} />
        </article>
        <nav className={styles.pager} aria-label={t('pager')}>
          {previous && (
            <EntryLink entry={previous}>
              <small>{t('previous')}</small>
            </EntryLink>
          )}
          {next && (
            <EntryLink entry={next}>
              <small>{t('next')}</small>
            </EntryLink>
          )}
        </nav>
      </div>
    </>
  )
}
