import { withoutStatus } from 'fairlead/errors'
import { type AnyRouter, type NotFoundRouteProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent, SyntheticEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EntryLink } from '#app/handbook/layout.tsx'
import type { Entry, Page } from '#app/handbook/page.ts'
import { withoutBasePath } from 'fairlead/navigation'
import { getDirection } from 'fairlead/locale'
import markdown from '#app/handbook/markdown.module.css'
import styles from '#app/handbook/page.module.css'

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

export function HandbookNotFound({ data }: NotFoundRouteProps) {
  const t = useTranslations('handbook.notFound')
  const title = useTranslations('shell.site')('notFoundTitle')
  const suggestions = (data ?? []) as Entry[]
  return (
    <div className={styles.page}>
      <h1>404</h1>
      <p>{withoutStatus(title)}</p>
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

/** Plain anchors work without JavaScript; with it the router follows and prefetches them like its own. */
function Markdown({ html }: { html: string }) {
  const router: AnyRouter = useRouter()
  const follow = (event: MouseEvent) => {
    const href = linkHref(event)
    // The browser handles clicks with a modifier key or another button.
    if (!href || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  const preload = (event: SyntheticEvent) => {
    const href = linkHref(event)
    if (href) void router.preloadRoute({ href } as Parameters<AnyRouter['preloadRoute']>[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the events are those of its links
    <div
      className={markdown.prose}
      onClick={follow}
      onMouseOver={preload}
      onFocus={preload}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function linkHref({ target }: SyntheticEvent): string | undefined {
  const anchor = (target as Element).closest('a')
  return anchor?.origin === location.origin ? withoutBasePath(anchor.href.slice(anchor.origin.length)) : undefined
}
