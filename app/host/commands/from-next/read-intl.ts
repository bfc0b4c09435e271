import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NextApplication } from '#app/host/commands/from-next/read-application.ts'
import { constantsOf, staticValue } from '#app/host/commands/from-next/static-value.ts'

/** The languages of an application, and where it says so. */
export type Languages = {
  readonly path: string
  readonly line: number
  readonly locales: readonly string[]
  readonly defaultLocale: string
  readonly domains?: unknown
  readonly localeDetection?: boolean
  /** Localized paths of next-intl. */
  readonly pathnames?: unknown
}

function asLanguages(value: unknown, path: string, line: number): Languages | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { locales, defaultLocale, domains, localeDetection, pathnames } = value as Record<string, unknown>
  if (!Array.isArray(locales) || locales.length === 0 || !locales.every((locale) => typeof locale === 'string'))
    return undefined
  return {
    path,
    line,
    locales,
    defaultLocale: typeof defaultLocale === 'string' ? defaultLocale : (locales[0] ?? 'en'),
    ...(domains !== undefined && { domains }),
    ...(typeof localeDetection === 'boolean' && { localeDetection }),
    ...(pathnames !== undefined && { pathnames }),
  }
}

/** Reads the languages from `i18n` of `next.config`, or from `defineRouting` of next-intl. */
export function readLanguages({ config, modules }: NextApplication): Languages | undefined {
  const i18n = config?.entries.get('i18n')
  const own = config && i18n ? asLanguages(i18n.value?.value, config.path, i18n.line) : undefined
  if (own) return own
  for (const { facts, source, path } of modules.values()) {
    const call = facts.calls.find(({ name }) => name === 'next-intl/routing#defineRouting')
    const [argument] = call?.node.arguments ?? []
    if (!call || !argument) continue
    const languages = asLanguages(staticValue(argument, constantsOf(source.program))?.value, path, call.line)
    if (languages) return languages
  }
  return undefined
}

export type MessageFile = {
  readonly path: string
  readonly locale: string
  readonly namespaces: Readonly<Record<string, object>>
}

/** Reads `messages/<locale>.json` of next-intl, each of whose keys at the top is a namespace. */
export function readMessages({ root, files }: NextApplication, locales: readonly string[]): MessageFile[] {
  return files.flatMap((path) => {
    const [, locale] = /^(?:src\/)?(?:messages|locales|i18n\/messages)\/([\w-]+)\.json$/.exec(path) ?? []
    if (locale === undefined || !locales.includes(locale)) return []
    try {
      const all = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
      const entries = Object.entries(all).filter(
        (entry): entry is [string, object] =>
          typeof entry[1] === 'object' && entry[1] !== null && /^\w+$/.test(entry[0]),
      )
      return [{ path, locale, namespaces: Object.fromEntries(entries) }]
    } catch {
      return []
    }
  })
}
