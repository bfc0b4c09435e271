import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompileResult, compilePage } from '#app/handbook/compiler/compile-page.ts'
import { brokenLinks, slugOf } from '#app/handbook/compiler/links.ts'

/** A page of one language's handbook: translated, or in the default language. */
export type LocalizedPage<L extends string = string> = CompileResult & {
  slug: string
  lang: L
  path: string
  file: string
}

export type Handbook<L extends string = string> = Record<L, LocalizedPage<L>[]>

export type HandbookOptions<L extends string> = {
  /** Folder with one subfolder of Markdown files per language. */
  folder: string
  locales: readonly L[]
  defaultLocale: L
  /** Name of the folder in errors. */
  name?: string
}

/**
 * Compiles every page of the handbook and checks it as a whole: front matter, orders, translations, links.
 *
 * @throws Error with one line per issue.
 */
export async function compileHandbook<L extends string>(options: HandbookOptions<L>): Promise<Handbook<L>> {
  const translations = Object.fromEntries(
    await Promise.all(options.locales.map(async (locale) => [locale, await compileLocale(locale, options)] as const)),
  ) as Record<L, Map<string, LocalizedPage<L>>>

  const originals = translations[options.defaultLocale]
  const handbook = {} as Handbook<L>
  const issues: string[] = [...duplicateOrders(originals)]
  for (const locale of options.locales) {
    issues.push(...orphanTranslations(translations[locale], originals))
    const pages = [...originals].map(([slug, original]) => translations[locale].get(slug) ?? original)
    handbook[locale] = pages.toSorted((a, b) => a.page.order - b.page.order)
    issues.push(...brokenLinks(new Map(pages.map((page) => [page.slug, page]))))
  }
  if (issues.length > 0) throw new Error([...new Set(issues)].join('\n'))
  return handbook
}

async function compileLocale<L extends string>(lang: L, { folder, name = 'content' }: HandbookOptions<L>) {
  const files = await readdir(join(folder, lang), { recursive: true }).catch(() => [])
  const pages = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .map(async (relative): Promise<[string, LocalizedPage<L>]> => {
      const path = join(folder, lang, relative)
      const file = `${name}/${lang}/${relative}`
      const slug = slugOf(relative)
      return [slug, { ...(await compilePage(await readFile(path, 'utf8'), file)), slug, lang, path, file }]
    })
  return new Map(await Promise.all(pages))
}

function orphanTranslations(translations: Map<string, LocalizedPage>, originals: Map<string, LocalizedPage>): string[] {
  return [...translations].flatMap(([slug, { file, page }]) => {
    const original = originals.get(slug)
    if (!original) return [`${file}: no page in the default language has this name; allowed: the name of one`]
    if (original.page.order === page.order) return []
    return [
      `${file}: front matter field "order" is "${page.order}"; allowed: ${original.page.order}, as in ${original.file}`,
    ]
  })
}

function duplicateOrders(pages: Map<string, LocalizedPage>): string[] {
  const seen = new Map<number, string>()
  return [...pages.values()].flatMap(({ page, file }) => {
    const other = seen.get(page.order)
    seen.set(page.order, file)
    return other
      ? [
          `${file}: front matter field "order" is "${page.order}"; already used by ${other}; allowed: a number of its own`,
        ]
      : []
  })
}
