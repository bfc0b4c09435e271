import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { labTitle, PRELOADS, readDelay, readPreload } from '#app/lab/lab-route.ts'
import { Link } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'

/** Exact, so that a choice is not active because its URL contains that of another. */
const EXACT = { exact: true, explicitUndefined: true }

const DELAYS_MS = [0, 300, 1000, 3000]
const ITEMS = Array.from({ length: 24 }, (_, index) => String(index + 1))

// Cast: `to` is typed by the application's routes.
const EXTERNAL = 'https://tanstack.com/' as '.'

export const Route = createFileRoute('/{-$locale}/lab/links')({
  validateSearch: (search: Record<string, unknown>) => ({ ...readDelay(search), ...readPreload(search) }),
  head: (head) => labTitle(head, 'links.title'),
  component: Links,
})

function Links() {
  const t = useTranslations('lab.links')
  const { preload = 'intent', delay } = Route.useSearch()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.choices}>
        <nav aria-label={t('preload')}>
          <b>{t('preload')}</b>
          {PRELOADS.map((choice) => (
            <Link
              key={choice}
              to="."
              search={(search) => ({ ...search, preload: choice })}
              aria-current={choice === preload}
              activeOptions={EXACT}
              preload={false}
            >
              {t(choice)}
            </Link>
          ))}
        </nav>
        <nav aria-label={t('delay')}>
          <b>{t('delay')}</b>
          {DELAYS_MS.map((choice) => (
            <Link
              key={choice}
              to="."
              search={(search) => ({ ...search, delay: choice || undefined })}
              aria-current={choice === (delay ?? 0)}
              activeOptions={EXACT}
              preload={false}
            >
              {t('milliseconds', { count: choice })}
            </Link>
          ))}
        </nav>
      </div>
      <ol className={styles.items}>
        {ITEMS.map((id) => (
          <li key={id}>
            <Link
              to="/{-$locale}/lab/item/$id"
              params={(params) => ({ ...params, id })}
              search={delay === undefined ? {} : { delay }}
              preload={preload}
            >
              {t('item', { id })}
            </Link>
          </li>
        ))}
      </ol>
      <h2>{t('others')}</h2>
      <ul className={styles.actions}>
        <li>
          <Link to="/{-$locale}/lab/moved/$id" params={(params) => ({ ...params, id: '3' })}>
            {t('moved')}
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/lab/item/$id" params={(params) => ({ ...params, id: '1' })} target="_blank">
            {t('tab')}
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/lab/inflight" download="inflight.json">
            {t('download')}
          </Link>
        </li>
        <li>
          <Link to={EXTERNAL}>{t('origin')}</Link>
        </li>
      </ul>
    </>
  )
}
