import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** The frame of every page: head, content, foot. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <>
      <a href="#content">{t('skip')}</a>
      <main id="content">{children}</main>
    </>
  )
}
