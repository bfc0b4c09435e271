import { useTranslations } from 'use-intl'

/** Shown until the browser renders a page. It has a separate file, because the bundle of every page contains it. */
export function Waiting() {
  return <p role="status">{useTranslations('lab.slots')('waiting')}</p>
}
