import { useTranslations } from 'use-intl'
import { Photo } from '#app/lab/photo.tsx'
import { settingOf } from '#app/lab/photo-query.ts'
import { useOverlay } from '#app/navigation/interception/interception-outlet.tsx'
import button from '#app/ui/button.module.css'

/** A picture in a dialog over a page: in that page's order, with a link back to it. */
export function PhotoSheet() {
  const t = useTranslations('lab.photo')
  const opened = useOverlay()
  return (
    <>
      <Photo setting={settingOf(opened?.over.routeId)} />
      <button type="button" className={button.button} onClick={opened?.close}>
        {t('done')}
      </button>
    </>
  )
}
