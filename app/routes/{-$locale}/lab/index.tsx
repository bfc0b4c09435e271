import { createFileRoute } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { labTitle } from '#app/lab/lab-route.ts'
import { Link } from 'fairlead/navigation'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/')({
  head: (head) => labTitle(head, 'title'),
  component: LabIndex,
})

/** The links by the message that explains them, in order. */
const LINKS = {
  echo: <Link to="/{-$locale}/lab/echo/$">/lab/echo/$</Link>,
  item: (
    <Link to="/{-$locale}/lab/item/$id" params={(params) => ({ ...params, id: '1' })}>
      /lab/item/$id
    </Link>
  ),
  docs: <Link to="/{-$locale}/lab/docs/new">/lab/docs/…</Link>,
  links: <Link to="/{-$locale}/lab/links">/lab/links</Link>,
  formats: <Link to="/{-$locale}/lab/formats">/lab/formats</Link>,
  gallery: <Link to="/{-$locale}/lab/gallery">/lab/gallery</Link>,
  feed: <Link to="/{-$locale}/lab/feed">/lab/feed</Link>,
  photo: (
    <Link to="/{-$locale}/lab/photo/$id" params={(params) => ({ ...params, id: '1' })}>
      /lab/photo/$id
    </Link>
  ),
  errors: <Link to="/{-$locale}/lab/errors">/lab/errors</Link>,
  forms: <Link to="/{-$locale}/lab/forms">/lab/forms</Link>,
  kept: <Link to="/{-$locale}/lab/kept">/lab/kept</Link>,
  slots: <Link to="/{-$locale}/lab/slots">/lab/slots</Link>,
  redirects: <Link to="/{-$locale}/lab/redirects">/lab/redirects</Link>,
}

function LabIndex() {
  const t = useTranslations('lab')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <dl className={styles.index}>
        {(Object.keys(LINKS) as (keyof typeof LINKS)[]).map((name) => (
          <Fragment key={name}>
            <dt>{LINKS[name]}</dt>
            <dd>{t(`index.${name}`)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
