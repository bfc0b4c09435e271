// The frame of the bench in place of the product's: the parts of the navigation layer stay.
import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#app/bench/link.jsx'
import { LazyVersionSkewNotice, Progress } from '#fairlead/navigation/loading/navigation-status.tsx'
import { Frame } from '#app/bench/shared/pages.jsx'

export function Shell({ children }) {
  const t = useTranslations('shell')
  return (
    <>
      <Progress label={t('progress')} offline={t('offline')} />
      <Frame Link={Link} lang={useLocale()}>
        {children}
      </Frame>
      <LazyVersionSkewNotice explain={t('versionSkew.explain')} reload={t('versionSkew.reload')} />
    </>
  )
}
