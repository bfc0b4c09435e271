import { useTranslations } from 'use-intl'
import { SampleUrls } from '#app/lab/sample-urls.tsx'
import styles from '#app/lab/lab.module.css'

const ADDRESSES = ['new', 'by/conrad', 'by', 'by/conrad/1899', 'anything/else', 'New']

/** Says which of the three routes under `/lab/docs` took an address, and with which params. */
export function DocsPage({ route, params }: { route: string; params: object }) {
  const t = useTranslations('lab.docs')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      <dl className={styles.facts}>
        <dt>{t('matched')}</dt>
        <dd data-testid="route" dir="ltr">
          {route}
        </dd>
        <dt>{t('params')}</dt>
        <dd data-testid="params" dir="ltr">
          {JSON.stringify(params)}
        </dd>
      </dl>
      <SampleUrls heading={t('samples')} addresses={ADDRESSES.map((rest) => `/lab/docs/${rest}`)} />
    </>
  )
}
