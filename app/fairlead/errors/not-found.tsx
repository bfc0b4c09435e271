import { usePageRoute, useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import button from '#fairlead/styles/button.module.css'
import styles from './error-page.module.css'
import { type AnyRouter, isNotFound } from '@tanstack/react-router'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { notFoundTitle } from 'virtual:app/site'

/** Returns the title of the not-found page, whose headline is the status, without it. */
export const withoutStatus = (title: string): string => title.replace(/^404[:\s]+/, '')

/** The default not-found page, inside the layout of the requested page. Its title comes from `pageMeta`. */
export function NotFound() {
  const shell = useShellMessages()
  const messages = shell?.notFound
  return (
    <div className={styles.page}>
      <h1>404</h1>
      <p>{withoutStatus(shell?.site.notFoundTitle ?? notFoundTitle)}</p>
      <p>{messages?.explain}</p>
      <p>
        <Link className={button.button} to={usePageRoute()('/')}>
          {messages?.home ?? 'Go to the home page'}
        </Link>
      </p>
    </div>
  )
}

/**
 * Gives a page that throws `notFound()` during rendering the same title and robots tag as a page whose loader throws
 * it, by setting the status of the match that shows the not-found page. For React's `onCaughtError`.
 */
export function showLateNotFound(router: AnyRouter, thrown: unknown): void {
  if (!isNotFound(thrown)) return
  const { stores } = router
  const matches = stores.matches.get()
  const index = matches.findIndex(({ routeId }) => routeId === thrown.routeId)
  const match = matches[index]
  if (!match || match.status === 'notFound') return
  const missing = { ...match, status: 'notFound' as const, error: thrown }
  stores.setMatches(matches.with(index, { ...missing, meta: pageMeta({ match: missing, matches }) }))
}
