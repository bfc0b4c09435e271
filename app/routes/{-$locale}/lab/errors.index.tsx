import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KINDS, PLACES } from '#app/lab/error-cases.ts'
import { labTitle } from '#app/lab/lab-route.ts'
import { usePublicUrl } from 'fairlead/navigation'
import errors from '#app/lab/errors.module.css'
import button from 'fairlead/styles/button.module.css'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/errors/')({
  head: (head) => labTitle(head, 'errors.title'),
  component: Errors,
})

/** Values that the buttons throw during rendering. */
const WHILE_RENDERING = {
  throwRender: new Error('thrown while rendering'),
  throwString: 'a string',
  throwUndefined: undefined,
}

function Errors() {
  const t = useTranslations('lab.errors')
  const publicUrl = usePublicUrl()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <section className={errors.part}>
        <h2>{t('browser')}</h2>
        <InBrowser />
      </section>
      <section className={errors.part}>
        <h2>{t('server')}</h2>
        {/* The names are parts of URLs, the same in every language. */}
        <dl lang="en" className={errors.places}>
          {PLACES.map((place) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>
                <ul className={errors.kinds}>
                  {KINDS.map((kind) => (
                    <li key={kind}>
                      {/* A plain anchor: the server renders documents only. */}
                      <a rel="nofollow" href={publicUrl(`/lab/errors/${place}-${kind}`)} suppressHydrationWarning>
                        {kind}
                      </a>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function InBrowser() {
  const t = useTranslations('lab.errors')
  const [thrown, setThrown] = useState<keyof typeof WHILE_RENDERING>()
  // oxlint-disable-next-line typescript/only-throw-error -- the purpose of the lab
  if (thrown) throw WHILE_RENDERING[thrown]
  const failures = [
    ['throwRender', () => setThrown('throwRender')],
    ['throwString', () => setThrown('throwString')],
    ['throwUndefined', () => setThrown('throwUndefined')],
    [
      'throwEvent',
      () => {
        throw new Error('thrown in an event')
      },
    ],
    ['throwPromise', () => void Promise.reject(new Error('a rejected promise'))],
  ] as const
  return (
    <ul className={errors.kinds}>
      {failures.map(([name, fail]) => (
        <li key={name}>
          <button className={button.button} onClick={fail}>
            {t(name)}
          </button>
        </li>
      ))}
    </ul>
  )
}
