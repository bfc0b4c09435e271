import type { Namespaces } from '#app/locales/messages.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'
import type lab from './messages/en.json'

declare module '#app/locales/messages.ts' {
  interface Namespaces {
    lab: typeof lab
  }
}

const files: Record<Locale, () => Promise<{ default: typeof lab }>> = {
  en: () => import('./messages/en.json'),
  de: () => import('./messages/de.json'),
  ja: () => import('./messages/ja.json'),
  ar: () => import('./messages/ar.json'),
}

/** Loads the lab's messages in one language. */
export async function loadLabMessages(locale: Locale): Promise<Pick<Namespaces, 'lab'>> {
  return { lab: (await files[locale]()).default }
}
