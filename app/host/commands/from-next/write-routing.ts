import { defineRouting, type RoutingInput } from '#app/navigation/routing-table/parse/define-routing.ts'
import type { Languages } from '#app/host/commands/from-next/read-intl.ts'
import type { NextApplication } from '#app/host/commands/from-next/read-application.ts'
import { markComment } from '#app/host/commands/from-next/route-file.ts'

/** Returns why the table refuses an input; `undefined` if it takes it. */
function faultOf(input: unknown): string | undefined {
  try {
    defineRouting(input as RoutingInput<string>)
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll(/\s+/g, ' ')
  }
}

type Rules = {
  readonly key: 'redirects' | 'beforeFiles' | 'afterFiles' | 'fallback'
  readonly list: readonly unknown[]
}

/** Returns a list of rules as code. Rules that the table refuses are comments. */
function rulesCode({ key, list }: Rules, path: string, line: number): string {
  const rules = list.map((rule) => {
    const fault = faultOf(key === 'redirects' ? { redirects: [rule] } : { rewrites: { [key]: [rule] } })
    if (fault === undefined) return `${JSON.stringify(rule)},`
    return `${markComment(path, line, fault)}\n// ${JSON.stringify(rule)}`
  })
  return `${key}: [\n${rules.join('\n')}\n],`
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/**
 * Writes the routing table.
 *
 * @param hasMessages returns true for a language that this project has; the default one needs all messages
 */
export function writeRouting(
  { config }: NextApplication,
  languages: Languages | undefined,
  hasMessages: (locale: string) => boolean,
): string {
  const lines: string[] = []
  if (languages) {
    const { path, line, locales, defaultLocale, domains, pathnames } = languages
    if (hasMessages(defaultLocale)) {
      lines.push(`locales: ${JSON.stringify(locales)},`, `defaultLocale: ${JSON.stringify(defaultLocale)},`)
    } else {
      const all = locales.filter((locale) => locale !== defaultLocale && locale !== 'en')
      lines.push(
        markComment(
          path,
          line,
          `the default was ${defaultLocale}: translate app/locales/en to it, then change #messages in package.json`,
        ),
      )
      lines.push(`locales: ${JSON.stringify(['en', ...all, defaultLocale])},`, "defaultLocale: 'en',")
    }
    if (domains !== undefined && faultOf({ locales, defaultLocale, domains }) === undefined) {
      lines.push(`domains: ${JSON.stringify(domains)},`)
    } else if (domains !== undefined) lines.push(markComment(path, line, 'domains: see Languages in the handbook'))
    if (languages.localeDetection === false) lines.push('localeDetection: false,')
    if (pathnames !== undefined) lines.push(markComment(path, line, `pathnames: ${JSON.stringify(pathnames)}`))
  }
  const entry = (key: string) => config?.entries.get(key)
  const at = config?.path ?? ''
  if (entry('trailingSlash')?.value?.value === true) lines.push('trailingSlash: true,')
  for (const key of ['basePath', 'i18n', 'redirects', 'rewrites']) {
    const found = entry(key)
    const isComputed = found && !found.value && key !== 'basePath'
    if (key === 'basePath' && found)
      lines.push(markComment(at, found.line, `the base path was ${JSON.stringify(found.value?.value ?? null)}`))
    else if (isComputed)
      lines.push(markComment(at, found.line, `${key} is computed: run the command with --config, or write it here`))
  }
  const redirects = entry('redirects')
  if (redirects?.value)
    lines.push(rulesCode({ key: 'redirects', list: listOf(redirects.value.value) }, at, redirects.line))
  const rewrites = entry('rewrites')
  if (rewrites?.value) {
    const { value } = rewrites.value
    const phases = Array.isArray(value) ? { afterFiles: value as unknown[] } : (value as Record<string, unknown> | null)
    lines.push('rewrites: {')
    for (const key of ['beforeFiles', 'afterFiles', 'fallback'] as const) {
      if (phases?.[key] !== undefined) lines.push(rulesCode({ key, list: listOf(phases[key]) }, at, rewrites.line))
    }
    lines.push('},')
  }
  return [
    "import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'",
    '',
    '/** The routing table of the application: languages, domains, redirects and rewrites. */',
    'export default defineRouting({',
    ...lines,
    '})',
    '',
  ].join('\n')
}
