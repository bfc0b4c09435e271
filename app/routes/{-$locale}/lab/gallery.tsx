import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Picture } from '#app/lab/picture.tsx'
import { labTitle } from '#app/lab/lab-route.ts'
import { Stamp } from '#app/lab/stamp.tsx'
import { Link } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'
import photos from '#app/lab/photos.module.css'

const IDS = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** Special targets: one is slow, two redirect. */
const LINKS = [
  { id: '13', search: { delay: 2000 }, name: 'slow' },
  { id: 'latest', search: {}, name: 'latest' },
  { id: 'moved', search: {}, name: 'moved' },
] as const

/** Targets that fail. Buttons, because a page must not have broken links. */
const BUTTONS = [
  { id: 'none', search: {}, name: 'missing' },
  { id: '14', search: { fail: true }, name: 'failing' },
] as const

export const Route = createFileRoute('/{-$locale}/lab/gallery')({
  loader: async () => (await import('#app/lab/item.functions.ts')).readStamp(),
  head: (head) => labTitle(head, 'gallery.title'),
  component: Gallery,
})

function Gallery() {
  const t = useTranslations('lab.gallery')
  const navigate = Route.useNavigate()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <ul className={photos.gallery} role="list">
        {IDS.map((id) => (
          <li key={id}>
            <Link to="/{-$locale}/lab/photo/$id" params={(params) => ({ ...params, id })}>
              <Picture id={id} />
              {t('photo', { id })}
            </Link>
          </li>
        ))}
      </ul>
      <h2>{t('special')}</h2>
      <ul className={styles.actions}>
        {LINKS.map(({ id, search, name }) => (
          <li key={id}>
            <Link
              to="/{-$locale}/lab/photo/$id"
              params={(params) => ({ ...params, id })}
              search={search}
              preload={false}
            >
              {t(name)}
            </Link>
          </li>
        ))}
        {BUTTONS.map(({ id, search, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() =>
                navigate({ to: '/{-$locale}/lab/photo/$id', params: (params) => ({ ...params, id }), search })
              }
            >
              {t(name)}
            </button>
          </li>
        ))}
      </ul>
      <Stamp label={t('stamp')} stamp={Route.useLoaderData().stamp} of="page" />
    </>
  )
}
