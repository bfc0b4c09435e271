import { createIsomorphicFn } from '@tanstack/react-start'
import { files, urls } from 'virtual:messages'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'
import { setModuleUrl } from '#fairlead/messages/document-messages.ts'
import type { AppTexts, Locale } from '#fairlead/platform/app-types.ts'
import type inspector from '#fairlead/messages/en/inspector.json'
import type notices from '#fairlead/messages/en/notices.json'
import type shell from '#fairlead/messages/en/shell.json'

/** Labels of links in the header, by namespace: its message `nav`, or its group `nav`. */
export type NavLabels = {
  [
    N in Exclude<keyof Namespaces, 'shell'> as Namespaces[N] extends { nav: unknown } ? N : never
  ]: Namespaces[N] extends {
    nav: infer Labels
  }
    ? Labels
    : never
}

/**
 * The messages of an application, by namespace, typed by the files of its default language:
 *
 *     declare module 'fairlead/messages' {
 *       interface Namespaces {
 *         tides: typeof tides
 *       }
 *     }
 */
export interface ApplicationNamespaces {}

/** All messages. A part of the library adds its own. */
export interface Namespaces extends ApplicationNamespaces {
  shell: typeof shell & { site: AppTexts & { notFoundTitle: string }; nav: NavLabels }
  inspector: typeof inspector
  notices: typeof notices
}

export type Namespace = keyof Namespaces
/** The messages of namespaces, as `loadMessages` returns them. */
export type Messages<N extends Namespace = Namespace> = Pick<Namespaces, N>

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Namespaces
  }
}

/**
 * Loads the list of all files. The browser fetches it after the page, because the document has the first page's
 * messages.
 */
export const loadMessageFiles = createIsomorphicFn()
  .server(() => Promise.resolve(files))
  .client(memoizeAsync(async () => (await import('virtual:messages')).files))

const loaders = new Map<string, () => Promise<object>>()

function loadNamespace(namespace: Namespace, locale: Locale): Promise<object> {
  const key = namespace + locale
  const load =
    loaders.get(key) ??
    memoizeAsync(async () => {
      const loadFile = (await loadMessageFiles())[namespace][locale] as () => Promise<{ default: object }>
      const messages = (await loadFile()).default
      if (import.meta.env.SSR) setModuleUrl(messages, urls[`${locale}/${namespace}`])
      return messages
    })
  loaders.set(key, load)
  return load()
}

/**
 * Loads one namespace in one language, or several at once. Messages that the language lacks are in the default one.
 *
 * @example
 * loader: ({ params }) => loadMessages(['tides', 'ports'], getLocale(params))
 */
export async function loadMessages<N extends Namespace>(
  namespaces: N | readonly N[],
  locale: Locale,
): Promise<Messages<N>> {
  const names = [namespaces].flat() as N[]
  const loaded = await Promise.all(names.map(async (name) => [name, await loadNamespace(name, locale)] as const))
  return Object.fromEntries(loaded) as unknown as Messages<N>
}
