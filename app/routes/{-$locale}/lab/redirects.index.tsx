import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { useTranslations } from 'use-intl'
import { postAway } from '#app/lab/forms.functions.ts'
import { labTitle } from '#app/lab/lab-route.ts'
import { Link } from 'fairlead/navigation'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/redirects/')({
  head: (head) => labTitle(head, 'redirects.title'),
  component: Redirects,
})

function Redirects() {
  const t = useTranslations('lab.redirects')
  const post = useServerFn(postAway)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <ul className={styles.actions}>
        {['307', '308'].map((status) => (
          <li key={status}>
            <Link to="/{-$locale}/lab/redirects/$status" params={(params) => ({ ...params, status })}>
              {status}
            </Link>
          </li>
        ))}
      </ul>
      <form
        method="post"
        action={postAway.url}
        onSubmit={(event) => {
          event.preventDefault()
          void post({ data: new FormData(event.currentTarget) })
        }}
      >
        <button className={button.button}>{t('post')}</button>
      </form>
    </>
  )
}
