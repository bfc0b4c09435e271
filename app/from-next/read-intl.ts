import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isReadable } from '#app/from-next/list-files.ts'
import { SourceError } from '#app/from-next/source-error.ts'
import type { NextApplication } from '#app/from-next/read-application.ts'
import { constantsOf, staticValue } from '#app/from-next/static-value.ts'

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
  /** Of next-intl: the mode, which is `always` by default, and prefixes in place of the names of languages. */
  readonly localePrefix?: { readonly mode: unknown; readonly prefixes?: unknown }
}

/** Reads `localePrefix` of next-intl: a mode, or an object with it. */
function prefixOf(value: unknown): NonNullable<Languages['localePrefix']> {
  if (typeof value !== 'object' || value === null) return { mode: value ?? 'always' }
  const { mode = 'always', prefixes } = value as { mode?: unknown; prefixes?: unknown }
  return { mode, prefixes }
}

function asLanguages(value: unknown, path: string, line: number, isNextIntl: boolean): Languages | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { locales, defaultLocale, domains, localeDetection, pathnames, localePrefix } = value as Record<string, unknown>
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
    ...(isNextIntl && { localePrefix: prefixOf(localePrefix) }),
  }
}

/** Reads the languages from `i18n` of `next.config`, or from `defineRouting` of next-intl. */
export function readLanguages({ config, modules }: NextApplication): Languages | undefined {
  const i18n = config?.entries.get('i18n')
  const own = config && i18n ? asLanguages(i18n.value?.value, config.path, i18n.line, false) : undefined
  if (own) return own
  for (const { facts, source, path } of modules.values()) {
    const call = facts.calls.find(({ name }) => name === 'next-intl/routing#defineRouting')
    const [argument] = call?.node.arguments ?? []
    if (!call || !argument) continue
    const languages = asLanguages(staticValue(argument, constantsOf(source.program))?.value, path, call.line, true)
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
    if (locale === undefined || !locales.includes(locale) || !isReadable(join(root, path))) return []
    try {
      const all = JSON.parse(readFileSync(join(root, path), 'utf8')) as object | null
      const entries = Object.entries(all ?? {}).filter(
        (entry): entry is [string, object] =>
          typeof entry[1] === 'object' && entry[1] !== null && /^\w+$/.test(entry[0]),
      )
      return [{ path, locale, namespaces: Object.fromEntries(entries) }]
    } catch (error) {
      throw new SourceError(`${path} is not JSON: ${(error as Error).message}`)
    }
  })
}
