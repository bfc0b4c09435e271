import { memoizeAsync } from '#app/navigation/loading/memoize-async.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'
import type handbook from './en/handbook.json'
import type home from './en/home.json'
import type notices from './en/notices.json'
import type reports from './en/reports.json'
import type shell from './en/shell.json'
import type { texts } from '#app/site.ts'

/** All messages by namespace, typed by the English files. A feature folder adds its own by declaration merging. */
export interface Namespaces {
  shell: typeof shell & { site: typeof texts }
  home: typeof home
  handbook: typeof handbook
  notices: typeof notices
  reports: typeof reports
}

export type Namespace = keyof Namespaces
export type Messages<N extends Namespace = Namespace> = Pick<Namespaces, N>

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Namespaces
  }
}

type Files = Record<Locale, () => Promise<{ default: unknown }>>

const files = {
  shell: {
    en: memoizeAsync(() => import('./en/shell.json')),
    de: memoizeAsync(() => import('./de/shell.json')),
    ja: memoizeAsync(() => import('./ja/shell.json')),
    ar: memoizeAsync(() => import('./ar/shell.json')),
  } satisfies Files,
  home: {
    en: memoizeAsync(() => import('./en/home.json')),
    de: memoizeAsync(() => import('./de/home.json')),
    ja: memoizeAsync(() => import('./ja/home.json')),
    ar: memoizeAsync(() => import('./ar/home.json')),
  } satisfies Files,
  handbook: {
    en: memoizeAsync(() => import('./en/handbook.json')),
    de: memoizeAsync(() => import('./de/handbook.json')),
    ja: memoizeAsync(() => import('./ja/handbook.json')),
    ar: memoizeAsync(() => import('./ar/handbook.json')),
  } satisfies Files,
  // Only the server loads these.
  notices: {
    en: memoizeAsync(() => import('./en/notices.json')),
    de: memoizeAsync(() => import('./de/notices.json')),
    ja: memoizeAsync(() => import('./ja/notices.json')),
    ar: memoizeAsync(() => import('./ar/notices.json')),
  } satisfies Files,
  reports: {
    en: memoizeAsync(() => import('./en/reports.json')),
    de: memoizeAsync(() => import('./de/reports.json')),
    ja: memoizeAsync(() => import('./ja/reports.json')),
    ar: memoizeAsync(() => import('./ar/reports.json')),
  } satisfies Files,
}

/** Loads one namespace in one language. A locale without a file is a type error. */
export async function loadMessages<N extends keyof typeof files>(namespace: N, locale: Locale): Promise<Messages<N>> {
  const { default: messages } = await files[namespace][locale]()
  return { [namespace]: messages } as unknown as Messages<N>
}
