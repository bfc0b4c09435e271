import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeMessages, messageKeys, type MergedMessages, type MessageTree } from '#app/locales/merge-messages.ts'
import { texts } from '#app/site.ts'

/** The folder of the messages: a folder for each language, with a file for each namespace. */
export const MESSAGES = 'app/locales'

/** The namespaces that a language has files of. */
function namespacesIn(root: string, locale: string): string[] {
  const folder = join(root, MESSAGES, locale)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

/** Returns the path of a file of messages, from the project's root. */
export function messageFile(locale: string, namespace: string): string {
  return `${MESSAGES}/${locale}/${namespace}.json`
}

function readFile(root: string, locale: string, namespace: string): MessageTree {
  const path = messageFile(locale, namespace)
  if (!existsSync(join(root, path))) return {}
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')) as MessageTree
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns the namespaces of the application: those of the default language. */
export function listNamespaces(root: string, defaultLocale: string): string[] {
  return namespacesIn(root, defaultLocale)
}

/** Reads the messages of one namespace in one language, with those of the default language where it has none. */
export function readMessages(
  root: string,
  { locale, defaultLocale, namespace }: { locale: string; defaultLocale: string; namespace: string },
): MergedMessages {
  const file = readFile(root, defaultLocale, namespace)
  // The site's own texts stand in app/site.ts.
  const defaults = namespace === 'shell' ? { ...file, site: texts } : file
  return mergeMessages(defaults, locale === defaultLocale ? defaults : readFile(root, locale, namespace))
}

/** Returns the labels of links in the header: the message `nav` of each namespace that has one. */
export function readNavLabels(root: string, locale: string, defaultLocale: string): MessageTree {
  const labels = listNamespaces(root, defaultLocale).map((namespace) => {
    const { nav } = readMessages(root, { locale, defaultLocale, namespace }).messages
    return [namespace, nav] as const
  })
  return Object.fromEntries(labels.filter((label): label is [string, string] => typeof label[1] === 'string'))
}

/** The messages of a language: how many there are, and the keys of those that lack or that no other language has. */
export type LanguageReport = { readonly total: number; readonly missing: string[]; readonly unknown: string[] }

/** Compares the messages of a language with those of the default one. */
export function checkLanguage(root: string, locale: string, defaultLocale: string): LanguageReport {
  const namespaces = listNamespaces(root, defaultLocale)
  const all = namespaces.map((namespace) => {
    const keysOf = (keys: readonly string[]) => keys.map((key) => `${namespace}.${key}`)
    const { missing, unknown } = readMessages(root, { locale, defaultLocale, namespace })
    const { messages } = readMessages(root, { locale: defaultLocale, defaultLocale, namespace })
    return { total: messageKeys(messages).length, missing: keysOf(missing), unknown: keysOf(unknown) }
  })
  const others = namespacesIn(root, locale).filter((namespace) => !namespaces.includes(namespace))
  return {
    total: all.reduce((sum, { total }) => sum + total, 0),
    missing: all.flatMap(({ missing }) => missing),
    unknown: [...all.flatMap(({ unknown }) => unknown), ...others.map((namespace) => `${namespace}.*`)],
  }
}
