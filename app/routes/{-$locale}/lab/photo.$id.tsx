import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { pageMeta } from '#app/errors/page-head.ts'
import { photoQuery, PHOTOS, settingOf } from '#app/lab/photo-query.ts'
import { Picture } from '#app/lab/picture.tsx'
import { readDelay, readFail } from '#app/lab/search.ts'
import { labTitle } from '#app/lab/title.ts'
import { useOpened } from '#app/navigation/interception/outlet.tsx'
import { Link } from '#app/navigation/link.tsx'
import styles from '#app/lab/lab.module.css'
import photos from '#app/lab/photos.module.css'

export const Route = createFileRoute('/{-$locale}/lab/photo/$id')({
  staticData: {
    interception: { over: ['/{-$locale}/lab/gallery', '/{-$locale}/lab/feed'] },
  },
  validateSearch: (search: Record<string, unknown>) => ({ ...readDelay(search), ...readFail(search) }),
  loaderDeps: ({ search: { delay, fail } }) => ({ ...(delay && { delay }), ...(fail && { fail }) }),
  context: ({ params, deps, context }) => ({ photo: photoQuery(params.id, settingOf(context.over?.routeId), deps) }),
  beforeLoad: ({ params }) => {
    if (params.id === 'latest') throw redirect({ to: '/{-$locale}/lab/photo/$id', params: { ...params, id: '1' } })
    if (params.id === 'moved') throw redirect({ to: '/{-$locale}/lab/docs/new', params })
  },
  loader: async ({ context }) => {
    if (!(await context.queryClient.query(context.photo))) throw notFound()
  },
  head: (head) => {
    const meta = pageMeta(head)
    return meta.length > 0 ? { meta } : labTitle(head, 'photo.title', head.params)
  },
  component: Photo,
  pendingComponent: Pending,
})

function Pending() {
  return <p role="status">{useTranslations('lab.photo')('pending')}</p>
}

function Photo() {
  const t = useTranslations('lab.photo')
  const { data } = useSuspenseQuery(Route.useRouteContext().photo)
  const setting = settingOf(useOpened()?.over.routeId)
  const { id } = Route.useParams()
  // The feed runs from the newest to the oldest.
  const next = ((Number(id) - 1 + (setting === 'feed' ? PHOTOS - 1 : 1)) % PHOTOS) + 1
  return (
    <>
      <h1>{t('title', { id })}</h1>
      <p className={styles.intro}>{t(setting, { id, count: PHOTOS })}</p>
      <figure className={photos.photo}>
        <Picture id={id} label={t('picture', { id })} />
      </figure>
      <dl className={styles.facts}>
        <dt id="photo-stamp">{t('stamp')}</dt>
        <dd>
          <output data-testid="stamp" aria-labelledby="photo-stamp" dir="ltr">
            {data?.stamp}
          </output>
        </dd>
      </dl>
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
