import { useTranslations } from 'use-intl'

/** Is shown until the browser renders a page. In a file of its own, because it is in the bundle of every page. */
export function Waiting() {
  return <p role="status">{useTranslations('lab.slots')('waiting')}</p>
}
