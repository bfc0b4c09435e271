import type { Namespaces } from '#app/locales/messages.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'
import type inspector from './messages/en.json'

declare module '#app/locales/messages.ts' {
  interface Namespaces {
    inspector: typeof inspector
  }
}

const files: Record<Locale, () => Promise<{ default: typeof inspector }>> = {
  en: () => import('./messages/en.json'),
  de: () => import('./messages/de.json'),
  ja: () => import('./messages/ja.json'),
  ar: () => import('./messages/ar.json'),
}

/** Loads the inspector's messages in one language. */
export async function loadInspectorMessages(locale: Locale): Promise<Pick<Namespaces, 'inspector'>> {
  return { inspector: (await files[locale]()).default }
}
