import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { translationFaults } from '#fairlead/messages/compile-message.ts'
import { mergeMessages, messageKeys, type MergedMessages, type MessageTree } from '#fairlead/messages/merge-messages.ts'
import { readParts } from '#fairlead/host/read-parts.ts'
import type { Site } from '#fairlead/platform/check-site.ts'

/** The folder of the application's messages: a folder for each language, with a file for each namespace. */
export const MESSAGES = 'app/locales'

/** The language of the library's texts. */
export const OWN_LOCALE = 'en'

export type MessageSources = {
  /** The library's folders, and the application's last: the application's messages take precedence. */
  readonly folders: readonly string[]
  /** The texts of `app/site.ts`, which are messages of the shell in the default language. */
  readonly site: Site['texts'] & Pick<Site, 'notFoundTitle'>
}

/** Returns the sources of an application's messages: the application, the library, and the parts. */
export async function messageSources(root: string): Promise<MessageSources> {
  const { texts, notFoundTitle } = (await import(pathToFileURL(join(root, 'app/site.ts')).href)) as Site
  const ofParts = (await readParts(root)).flatMap(({ messages = [] }) => messages)
  const folders = [join(import.meta.dirname, '../../messages'), ...ofParts, join(root, MESSAGES)]
  return { folders, site: { ...texts, notFoundTitle } }
}

/** Returns the namespaces that have a file in a language, or in the library's language. */
export function listNamespaces({ folders }: MessageSources, locale: string): string[] {
  const names = folders.flatMap((folder, index) => {
    const languages = index < folders.length - 1 ? [OWN_LOCALE, locale] : [locale]
    return languages.flatMap((language) => globSync('*.json', { cwd: join(folder, language) }))
  })
  return [...new Set(names.map((name) => basename(name, '.json')))].toSorted()
}

/** Returns the files that a namespace may have in a language, the library's files first. */
export function messageFiles({ folders }: MessageSources, locale: string, namespace: string): string[] {
  return folders.map((folder) => join(folder, locale, `${namespace}.json`))
}

function readFile(path: string): MessageTree {
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as MessageTree
  } catch (error) {
    throw new Error(`${relative(process.cwd(), path)}: ${(error as Error).message}`, { cause: error })
  }
}

type Group = Exclude<MessageTree[string], string | readonly unknown[]>

const isGroup = (node: MessageTree[string] | undefined): node is Group =>
  typeof node === 'object' && !Array.isArray(node)

/** Merges two trees of messages. If both have a message, the upper one counts. */
function overlay(below: MessageTree, above: MessageTree): MessageTree {
  const merged: Record<string, MessageTree[string]> = { ...below }
  for (const [key, node] of Object.entries(above)) {
    const under = below[key]
    merged[key] = isGroup(node) && isGroup(under) ? overlay(under, node) : node
  }
  return merged
}

function readLanguage(sources: MessageSources, locale: string, namespace: string): MessageTree {
  return messageFiles(sources, locale, namespace).map(readFile).reduce(overlay, {})
}

/** Reads the default language. If the library lacks messages in it, the library's language fills them in. */
function readDefault(sources: MessageSources, locale: string, namespace: string): MessageTree {
  const own = { ...sources, folders: sources.folders.slice(0, -1) }
  return overlay(readLanguage(own, OWN_LOCALE, namespace), readLanguage(sources, locale, namespace))
}

/**
 * Returns a language and its fallbacks: `nl-BE`, `nl`, the default language. A wider language of another script is left
 * out, because `zh` is no help to readers of `zh-Hant`.
 */
export function fallbackChain(locale: string, defaultLocale: string): string[] {
  const { script } = new Intl.Locale(locale).maximize()
  const subtags = locale.split('-')
  const wider = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'))
  const readable = wider.filter((language) => new Intl.Locale(language).maximize().script === script)
  return [...new Set([...readable, defaultLocale])]
}

/**
 * Reads a language, and fills its gaps in from its fallbacks. `missing` are the messages that only the default language
 * has.
 */
export function readMessages(
  sources: MessageSources,
  { locale, defaultLocale, namespace }: { locale: string; defaultLocale: string; namespace: string },
): MergedMessages {
  const file = readDefault(sources, defaultLocale, namespace)
  // The site's texts are in app/site.ts.
  const defaults = namespace === 'shell' ? { ...file, site: sources.site } : file
  const languages = fallbackChain(locale, defaultLocale).filter((language) => language !== defaultLocale)
  return languages.toReversed().reduce(
    (behind: MergedMessages, language) => {
      const merged = mergeMessages(behind.messages, readLanguage(sources, language, namespace))
      const missing = behind.missing.filter((key) => merged.missing.includes(key))
      return { ...merged, missing, unknown: [...behind.unknown, ...merged.unknown] }
    },
    { messages: defaults, missing: languages.length > 0 ? messageKeys(defaults) : [], unknown: [] },
  )
}

/** Returns the labels of links in the header: the message `nav` of each namespace that has one, or the group of this name. */
export function readNavLabels(sources: MessageSources, locale: string, defaultLocale: string): MessageTree {
  const labels = listNamespaces(sources, defaultLocale).flatMap((namespace) => {
    const { nav } = readMessages(sources, { locale, defaultLocale, namespace }).messages
    return nav === undefined || namespace === 'shell' ? [] : [[namespace, nav] as const]
  })
  return Object.fromEntries(labels)
}

/** `missing` keys are absent from the language; `unknown` keys are in no other language. Each fault names its key. */
export type LanguageReport = {
  readonly total: number
  readonly missing: string[]
  readonly unknown: string[]
  readonly faults: string[]
}

function faultsIn(
  original: MessageTree,
  translation: MessageTree,
  { locale, missing }: { locale: string; missing: readonly string[] },
  group = '',
): string[] {
  return Object.entries(original).flatMap(([name, node]) => {
    const translated = translation[name]
    const key = group + name
    if (typeof node === 'string' && typeof translated === 'string') {
      // A missing message falls back to the default language, which has other plurals than this language.
      if (missing.includes(key)) return []
      return translationFaults(node, translated, locale).map((fault) => `${key}: ${fault}`)
    }
    return isGroup(node) ? faultsIn(node, translated as MessageTree, { locale, missing }, `${key}.`) : []
  })
}

export function checkLanguage(sources: MessageSources, locale: string, defaultLocale: string): LanguageReport {
  const namespaces = listNamespaces(sources, defaultLocale)
  const others = listNamespaces(sources, locale).filter((namespace) => !namespaces.includes(namespace))
  const all = namespaces.map((namespace) => {
    const { messages, missing, unknown } = readMessages(sources, { locale, defaultLocale, namespace })
    const { messages: original } = readMessages(sources, { locale: defaultLocale, defaultLocale, namespace })
    const faults = faultsIn(original, messages, { locale, missing })
    return { total: messageKeys(original).length, namespace, missing, unknown, faults }
  })
  const listed = (name: 'missing' | 'unknown' | 'faults') =>
    all.flatMap(({ namespace, [name]: list }) => list.map((entry) => `${namespace}.${entry}`))
  return {
    total: all.reduce((sum, { total }) => sum + total, 0),
    missing: listed('missing'),
    faults: listed('faults'),
    unknown: [...listed('unknown'), ...others.map((namespace) => `${namespace}.*`)],
  }
}
