import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { translationFaults } from '#fairlead/messages/compile-message.ts'
import { mergeMessages, messageKeys, type MergedMessages, type MessageTree } from '#fairlead/messages/merge-messages.ts'
import type { Site } from '#fairlead/platform/check-site.ts'

export const MESSAGES = 'app/locales'

type Texts = Site['texts']

/** Reads the texts of `app/site.ts`, which are messages of the shell in the default language. */
export async function readTexts(root: string): Promise<Texts> {
  const { texts } = (await import(pathToFileURL(join(root, 'app/site.ts')).href)) as { texts: Texts }
  return texts
}

/** Returns the namespaces that a language has files of. Those of the default language are the application's. */
export function listNamespaces(root: string, locale: string): string[] {
  return globSync('*.json', { cwd: join(root, MESSAGES, locale) })
    .map((name) => basename(name, '.json'))
    .toSorted()
}

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

/**
 * Returns a language and the languages that fill in what it lacks: `nl-BE`, `nl`, the default one. A wider language of
 * another script is left out, because `zh` is no help to readers of `zh-Hant`.
 */
export function fallbackChain(locale: string, defaultLocale: string): string[] {
  const { script } = new Intl.Locale(locale).maximize()
  const parts = locale.split('-')
  const wider = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  const readable = wider.filter((language) => new Intl.Locale(language).maximize().script === script)
  return [...new Set([...readable, defaultLocale])]
}

/** Fills in what a language lacks from those behind it. `missing` are the ones that only the default language has. */
export function readMessages(
  root: string,
  {
    locale,
    defaultLocale,
    namespace,
    texts,
  }: { locale: string; defaultLocale: string; namespace: string; texts: Texts },
): MergedMessages {
  const file = readFile(root, defaultLocale, namespace)
  // The site's own texts stand in app/site.ts.
  const defaults = namespace === 'shell' ? { ...file, site: texts } : file
  const languages = fallbackChain(locale, defaultLocale).filter((language) => language !== defaultLocale)
  return languages.toReversed().reduce(
    (behind: MergedMessages, language) => {
      const merged = mergeMessages(behind.messages, readFile(root, language, namespace))
      const missing = behind.missing.filter((key) => merged.missing.includes(key))
      return { ...merged, missing, unknown: [...behind.unknown, ...merged.unknown] }
    },
    { messages: defaults, missing: languages.length > 0 ? messageKeys(defaults) : [], unknown: [] },
  )
}

/** Returns the labels of links in the header: the message `nav` of each namespace that has one. */
export function readNavLabels(root: string, locale: string, defaultLocale: string, texts: Texts): MessageTree {
  const labels = listNamespaces(root, defaultLocale).map((namespace) => {
    const { messages } = readMessages(root, { locale, defaultLocale, namespace, texts })
    return [namespace, messages.nav ?? []] as const
  })
  return Object.fromEntries(labels.filter(([, nav]) => typeof nav === 'string'))
}

/** The language lacks the `missing` keys, and no other language has the `unknown` ones. Each fault names its key. */
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
      // A message that is missing is in the default language, whose plurals are not this language's.
      if (missing.includes(key)) return []
      return translationFaults(node, translated, locale).map((fault) => `${key}: ${fault}`)
    }
    const isGroup = typeof node === 'object' && !Array.isArray(node)
    return isGroup ? faultsIn(node as MessageTree, translated as MessageTree, { locale, missing }, `${key}.`) : []
  })
}

export function checkLanguage(root: string, locale: string, defaultLocale: string, texts: Texts): LanguageReport {
  const namespaces = listNamespaces(root, defaultLocale)
  const others = listNamespaces(root, locale).filter((namespace) => !namespaces.includes(namespace))
  const all = namespaces.map((namespace) => {
    const { messages, missing, unknown } = readMessages(root, { locale, defaultLocale, namespace, texts })
    const { messages: original } = readMessages(root, { locale: defaultLocale, defaultLocale, namespace, texts })
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
