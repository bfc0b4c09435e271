import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PHOTOS, type Setting, settingOf } from '#app/lab/queries.ts'
import { Picture } from '#app/lab/picture.tsx'
import { Stamp } from '#app/lab/stamp.tsx'
import { Link, useOverlay } from 'fairlead/navigation'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/lab.module.css'
import photos from '#app/lab/photos.module.css'

const route = getRouteApi('/{-$locale}/lab/photo/$id')

/** A picture with its caption and next neighbour; the feed runs from the newest to the oldest. */
export function Photo({ setting }: { setting: Setting }) {
  const t = useTranslations('lab.photo')
  const { data } = useSuspenseQuery(route.useRouteContext().photo)
  const { id } = route.useParams()
  const next = ((Number(id) - 1 + (setting === 'feed' ? PHOTOS - 1 : 1)) % PHOTOS) + 1
  return (
    <>
      <h1>{t('title', { id })}</h1>
      <p className={styles.intro}>{t(setting, { id, count: String(PHOTOS) })}</p>
      <figure className={photos.photo}>
        <Picture id={id} label={t('picture', { id })} />
      </figure>
      <Stamp label={t('stamp')} stamp={data?.stamp} />
      <ul className={styles.actions}>
        <li>
          <Link to="." params={(params) => ({ ...params, id: String(next) })} search={{}}>
            {t('next')}
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/lab/gallery">{t('toGallery')}</Link>
        </li>
        <li>
          <Link to="/{-$locale}/lab/feed">{t('toFeed')}</Link>
        </li>
        <li>
          <Link to="/{-$locale}/lab">{t('toLab')}</Link>
        </li>
      </ul>
    </>
  )
}

/** A picture in a dialog over a page: in that page's order, with a link back to it. */
export function PhotoSheet() {
  const t = useTranslations('lab.photo')
  const opened = useOverlay()
  return (
    <>
      <Photo setting={settingOf(opened?.over.routeId)} />
      <button type="button" className={button.button} onClick={opened?.close}>
        {t('done')}
      </button>
    </>
  )
}
