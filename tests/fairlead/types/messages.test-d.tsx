import { useTranslations } from 'use-intl'

/** Messages are typed by the default language. */
export function Texts() {
  const t = useTranslations('shell')
  return (
    <p>
      {t('skip')}
      {/* @ts-expect-error -- no such message */}
      {t('skipped')}
      {/* @ts-expect-error -- messages are compiled, so none is raw */}
      {t.raw('skip')}
    </p>
  )
}
