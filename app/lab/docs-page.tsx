import { useMatch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { SampleUrls } from '#app/lab/sample-urls.tsx'
import styles from '#app/lab/lab.module.css'

const SAMPLES = ['new', 'by/conrad', 'by', 'by/conrad/1899', 'anything/else', 'New']

/** Shows which of the three routes under `/lab/docs` matched, and its params. */
export function DocsPage() {
  const t = useTranslations('lab.docs')
  const { routeId, params } = useMatch({ strict: false })
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <dl className={styles.facts}>
        <dt>{t('matched')}</dt>
        <dd data-testid="route" dir="ltr">
          {routeId.replace('/{-$locale}', '')}
        </dd>
        <dt>{t('params')}</dt>
        <dd data-testid="params" dir="ltr">
          {JSON.stringify(params)}
        </dd>
      </dl>
      <SampleUrls heading={t('samples')} paths={SAMPLES.map((rest) => `/lab/docs/${rest}`)} />
    </>
  )
}
