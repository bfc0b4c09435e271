import type { Locale } from '#app/navigation/locale/locale.ts'
import type handbook from './en/handbook.json'
import type home from './en/home.json'
import type reports from './en/reports.json'
import type shell from './en/shell.json'

/** Every message by namespace, with the English files as the type. A feature folder adds its own by declaration. */
export interface Namespaces {
  shell: typeof shell
  home: typeof home
  handbook: typeof handbook
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

type Files<N extends Namespace> = Record<Locale, () => Promise<{ default: Namespaces[N] }>>

const files = {
  shell: {
    en: () => import('./en/shell.json'),
    de: () => import('./de/shell.json'),
    ja: () => import('./ja/shell.json'),
    ar: () => import('./ar/shell.json'),
  } satisfies Files<'shell'>,
  home: {
    en: () => import('./en/home.json'),
    de: () => import('./de/home.json'),
    ja: () => import('./ja/home.json'),
    ar: () => import('./ar/home.json'),
  } satisfies Files<'home'>,
  handbook: {
    en: () => import('./en/handbook.json'),
    de: () => import('./de/handbook.json'),
    ja: () => import('./ja/handbook.json'),
    ar: () => import('./ar/handbook.json'),
  } satisfies Files<'handbook'>,
  reports: {
    en: () => import('./en/reports.json'),
    de: () => import('./de/reports.json'),
    ja: () => import('./ja/reports.json'),
    ar: () => import('./ar/reports.json'),
  } satisfies Files<'reports'>,
}

const loaded = new Map<string, Promise<unknown>>()

/** On the server an import costs each request anew, although the module is there. */
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  let loading = loaded.get(key) as Promise<T> | undefined
  if (!loading) {
    loading = load()
    loaded.set(key, loading)
  }
  return loading
}

/** Loads one namespace in one language; the others are never fetched. A locale without a file is a type error. */
export async function loadMessages<N extends keyof typeof files>(namespace: N, locale: Locale): Promise<Messages<N>> {
  const load = files[namespace][locale]
  const { default: messages } = await (import.meta.env.SSR ? once(`${namespace} ${locale}`, load) : load())
  return { [namespace]: messages } as unknown as Messages<N>
}
