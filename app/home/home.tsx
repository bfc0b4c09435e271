import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { PrefetchDemo } from '#app/home/prefetch-demo.tsx'
import { Link, withBasePath } from 'fairlead/navigation'
import { siteName } from '#app/site.ts'
import button from 'fairlead/styles/button.module.css'
import { chartStyles as chart } from 'fairlead/inspector'
import styles from './home.module.css'

/**
 * The chart, which the server renders with the page. In the browser its script only adds the marks, so it is a separate
 * chunk that does not delay the rest of the page. Links work before it arrives.
 */
const LazyPrefetchDemo = createIsomorphicFn()
  .server(() => PrefetchDemo)
  .client(() =>
    lazy(() => import('#app/home/prefetch-demo.tsx').then((module) => ({ default: module.PrefetchDemo }))),
  )()

export function Home() {
  const t = useTranslations('home')
  return (
    <div className={styles.sheet}>
      <section>
        <h1>{siteName}</h1>
        <p>{t('intro', { name: siteName })}</p>
        <p>
          <Link className={`${button.button} ${button.primary}`} to="/{-$locale}/handbook/$">
            {t('read')}
          </Link>
          <Link className={button.button} to="/{-$locale}/lab">
            {t('lab')}
          </Link>
          <span>
            {t('run')} <code dir="ltr">npm start</code>
          </span>
        </p>
        <svg viewBox="0 0 480 300" aria-hidden="true">
          <use href={withBasePath('/approach.svg#approach')} />
        </svg>
      </section>
      <section>
        <h2>{t('chart.title')}</h2>
        <p>{t('chart.hint')}</p>
        {/* The class makes the chart's styles part of the page. A lazy chunk's styles arrive after the first paint. */}
        <div className={chart.frame}>
          <Suspense>
            <LazyPrefetchDemo />
          </Suspense>
        </div>
      </section>
    </div>
  )
}
