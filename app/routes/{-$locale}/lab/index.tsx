import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { labTitle } from '#app/lab/lab-route.ts'
import { Link } from '#app/navigation/link.tsx'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/')({
  head: (head) => labTitle(head, 'title'),
  component: LabIndex,
})

function LabIndex() {
  const t = useTranslations('lab')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <dl className={styles.index}>
        <dt>
          <Link to="/{-$locale}/lab/echo/$">/lab/echo/$</Link>
        </dt>
        <dd>{t('index.echo')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/item/$id" params={(params) => ({ ...params, id: '1' })}>
            /lab/item/$id
          </Link>
        </dt>
        <dd>{t('index.item')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/docs/new">/lab/docs/…</Link>
        </dt>
        <dd>{t('index.docs')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/links">/lab/links</Link>
        </dt>
        <dd>{t('index.links')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/formats">/lab/formats</Link>
        </dt>
        <dd>{t('index.formats')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/gallery">/lab/gallery</Link>
        </dt>
        <dd>{t('index.gallery')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/feed">/lab/feed</Link>
        </dt>
        <dd>{t('index.feed')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/photo/$id" params={(params) => ({ ...params, id: '1' })}>
            /lab/photo/$id
          </Link>
        </dt>
        <dd>{t('index.photo')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/errors">/lab/errors</Link>
        </dt>
        <dd>{t('index.errors')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/forms">/lab/forms</Link>
        </dt>
        <dd>{t('index.forms')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/kept">/lab/kept</Link>
        </dt>
        <dd>{t('index.kept')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/slots">/lab/slots</Link>
        </dt>
        <dd>{t('index.slots')}</dd>
        <dt>
          <Link to="/{-$locale}/lab/redirects">/lab/redirects</Link>
        </dt>
        <dd>{t('index.redirects')}</dd>
      </dl>
    </>
  )
}
