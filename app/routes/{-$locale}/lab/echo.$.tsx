import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { splatSegments } from 'fairlead/navigation'
import { SampleUrls } from '#app/lab/sample-urls.tsx'
import { labTitle } from '#app/lab/lab-route.ts'
import styles from '#app/lab/lab.module.css'

export const Route = createFileRoute('/{-$locale}/lab/echo/$')({
  head: (head) => labTitle(head, 'echo.title'),
  component: Echo,
})

const SAMPLES = ['', 'a', 'a/b', 'a%2Fb', 'a/b%2Fc?q=1&q=2', '100%25', 'é/日本/سلام', '%F0%9F%A7%AD', 'a?x=%26']

function Echo() {
  const t = useTranslations('lab.echo')
  const locale = useLocale()
  const location = useLocation()
  const echo = {
    path: splatSegments(location.pathname, '/lab/echo'),
    search: location.search,
    locale,
    // The server does not see the hash, so both sides leave it out.
    href: location.publicHref.replace(/#.*$/, ''),
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <pre data-testid="echo" className={styles.data} dir="ltr" tabIndex={0} aria-label={t('title')}>
        {JSON.stringify(echo, null, 2)}
      </pre>
      <SampleUrls heading={t('samples')} paths={SAMPLES.map((rest) => `/lab/echo/${rest}`)} />
    </>
  )
}
