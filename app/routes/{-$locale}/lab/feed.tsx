import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PHOTOS } from '#app/lab/queries.ts'
import { Picture } from '#app/lab/picture.tsx'
import { labTitle } from '#app/lab/lab-route.ts'
import { Stamp } from '#app/lab/stamp.tsx'
import { Link } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'
import photos from '#app/lab/photos.module.css'

const IDS = Array.from({ length: 6 }, (_, index) => String(PHOTOS - index))

export const Route = createFileRoute('/{-$locale}/lab/feed')({
  loader: async () => (await import('#app/lab/item.functions.ts')).readStamp(),
  head: (head) => labTitle(head, 'feed.title'),
  component: Feed,
})

function Feed() {
  const t = useTranslations('lab.feed')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <label className={photos.field}>
        {t('note')}
        <input type="text" name="note" autoComplete="off" />
      </label>
      <Stamp label={t('stamp')} stamp={Route.useLoaderData().stamp} of="page" />
      <ol className={photos.feed} role="list">
        {IDS.map((id) => (
          <li key={id}>
            <Link to="/{-$locale}/lab/photo/$id" params={(params) => ({ ...params, id })}>
              <Picture id={id} />
              {t('post', { id })}
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
