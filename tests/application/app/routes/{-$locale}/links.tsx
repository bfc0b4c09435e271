import { createFileRoute } from '@tanstack/react-router'
import { PRELOADS, readDelay, readPreload } from '#app/pages/search.ts'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'
import styles from '#app/pages/pages.module.css'

/** Exact, so that a choice is not active because its URL contains that of another. */
const EXACT = { exact: true, explicitUndefined: true }

const DELAYS_MS = [0, 300, 1000, 3000]
const ITEMS = Array.from({ length: 24 }, (_, index) => String(index + 1))

// Cast: `to` is typed by the application's routes.
const EXTERNAL = 'https://tanstack.com/' as '.'

export const Route = createFileRoute('/{-$locale}/links')({
  validateSearch: (search: Record<string, unknown>) => ({ ...readDelay(search), ...readPreload(search) }),
  head: (head) => ({ meta: pageMeta(head, 'Links') }),
  component: Links,
})

function Links() {
  const { preload, delay } = Route.useSearch()
  return (
    <>
      <h1>Links</h1>
      <div>
        <nav aria-label="Fetch">
          <b>Fetch</b>
          {PRELOADS.map((choice) => (
            <Link
              key={choice}
              to="."
              search={(search) => ({ ...search, preload: choice })}
              aria-current={choice === (preload ?? 'intent')}
              activeOptions={EXACT}
              preload={false}
            >
              {choice}
            </Link>
          ))}
        </nav>
        <nav aria-label="Server delay">
          <b>Server delay</b>
          {DELAYS_MS.map((choice) => (
            <Link
              key={choice}
              to="."
              search={(search) => ({ ...search, delay: choice || undefined })}
              aria-current={choice === (delay ?? 0)}
              activeOptions={EXACT}
              preload={false}
            >
              {choice} ms
            </Link>
          ))}
        </nav>
      </div>
      <ol className={styles.items}>
        {ITEMS.map((id) => (
          <li key={id}>
            <Link
              to="/{-$locale}/item/$id"
              params={(params) => ({ ...params, id })}
              search={delay === undefined ? {} : { delay }}
              preload={preload}
            >
              Item {id}
            </Link>
          </li>
        ))}
      </ol>
      <h2>Other links</h2>
      <ul>
        <li>
          <Link to="/{-$locale}/moved/$id" params={(params) => ({ ...params, id: '3' })}>
            Moved to item 3
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '1' })} target="_blank">
            Item 1 in another tab
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/inflight" download="inflight.json">
            The count of prefetches as a file
          </Link>
        </li>
        <li>
          <Link to={EXTERNAL}>Another origin</Link>
        </li>
      </ul>
    </>
  )
}
