import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { itemQuery } from '#app/lab/queries.ts'
import { labTitle, readDelay } from '#app/lab/lab-route.ts'
import { Stamp } from '#app/lab/stamp.tsx'
import { Link } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/item/$id')({
  staticData: { instant: true },
  validateSearch: readDelay,
  loaderDeps: ({ search }) => ({ delay: search.delay }),
  context: ({ params, deps }) => ({ item: itemQuery(params.id, deps.delay) }),
  loader: (loading) => loading.context.load(loading.context.item, loading),
  head: (head) => labTitle(head, 'item.title', head.params),
  component: Item,
})

function Item() {
  const t = useTranslations('lab.item')
  const { data } = useSuspenseQuery(Route.useRouteContext().item)
  const { id } = Route.useParams()
  const next = /^\d{1,9}$/.test(id) ? String(Number(id) + 1) : '1'
  return (
    <>
      <h1>{t('title', { id: data.id })}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <Stamp label={t('stamp')} stamp={data.stamp} />
      <ul className={styles.actions}>
        <li>
          <Link to="." params={(params) => ({ ...params, id: next })} search={{}}>
            {t('next')}
          </Link>
        </li>
        <li>
          <Link to="." params search={{ delay: 2000 }}>
            {t('slow')}
          </Link>
        </li>
      </ul>
    </>
  )
}
