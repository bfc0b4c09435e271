import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { addDesk, OF_DESK } from '#fairlead/cli/add-desk.ts'
import { movedPath, moveBelowLocale } from '#fairlead/cli/below-locale.ts'

/** The languages of the library's texts, with which an application may begin. */
export const TEMPLATE_LANGUAGES = ['en', 'de', 'ja', 'ar']

/** The parts of the library that an application may begin with. */
export const TEMPLATE_PARTS = ['report-desk']

/** The suffix of template files, which keeps compilers, linters and npm away from them. */
const SUFFIX = '.txt'

export type TemplateOptions = {
  /** The name that visitors read: one line of text. */
  name: string
  /** The first one is the default language. */
  languages: readonly [string, ...string[]]
  parts: readonly string[]
  /** The library in package.json: a version, or `file:` with the path of an archive. */
  library: string
}

/** Reads a folder of templates next to this file: texts by their paths in an application. */
export function readTemplate(folder: string): Map<string, string> {
  const from = join(import.meta.dirname, folder)
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths
      .map((path): [string, string] => [
        relative(from, path).slice(0, -SUFFIX.length).split(sep).join('/'),
        readFileSync(path, 'utf8'),
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Returns the files of the template that the desk adds, with its routes at the root. */
export const deskFiles = (): Map<string, string> =>
  new Map([...readTemplate('template')].filter(([path]) => OF_DESK.test(path)))

/**
 * Returns a file of the template for one language or for several. Lines below `//- one` are for one language, lines
 * below `//- several` for several, until `//- end`.
 */
function choose(source: string, count: 'one' | 'several'): string {
  let isKept = true
  const kept = source.split('\n').filter((line) => {
    const [, mark] = /^\s*\/\/- (one|several|end)$/.exec(line) ?? []
    if (mark) isKept = mark === 'end' || mark === count
    return isKept && !mark
  })
  return kept.join('\n')
}

/** Returns the source of a string literal, in the quotes of the formatter. */
function literal(text: string): string {
  const json = JSON.stringify(text)
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** Returns a name for the package of a site: `ada-s-tides` for `Ada's tides`. */
export function packageName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  return words?.join('-') ?? 'application'
}

type SiteTexts = { site: { title: string; description: string; notFoundTitle: string } }
type ShellTexts = { skip: string; nav: { label: string; home: string } }
type GuestbookTexts = Record<'nav' | 'name' | 'message' | 'sign' | 'empty', string> & {
  errors: { name: string; message: string }
}

const shellTexts = (language: string): ShellTexts =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../messages', language, 'shell.json'), 'utf8')) as ShellTexts

/**
 * Returns the files of a new application, by path. With one language, routes are at the root and texts in components.
 * With several, routes are below the language, and texts are messages. Pure, but for reading the template.
 *
 * @param options languages and parts from the lists above
 */
export function templateFiles({ name, languages, parts, library }: TemplateOptions): Map<string, string> {
  const template = readTemplate('template')
  const [defaultLanguage] = languages
  const ownTexts = `app/locales/${defaultLanguage}/shell.json`
  const { site } = JSON.parse(template.get(ownTexts) ?? '') as SiteTexts
  const guestbook = JSON.parse(template.get(`app/locales/${defaultLanguage}/guestbook.json`) ?? '') as GuestbookTexts
  const { skip, nav } = shellTexts(defaultLanguage)
  const isOne = languages.length === 1
  const values: Readonly<Record<string, string>> = {
    PACKAGE: packageName(name),
    FAIRLEAD: library,
    LOCALE: defaultLanguage,
    LOCALES: `[${languages.map(literal).join(', ')}]`,
    DEFAULT: literal(defaultLanguage),
    NAME: literal(name),
    TITLE: literal(site.title),
    DESCRIPTION: literal(site.description),
    NOT_FOUND: literal(site.notFoundTitle),
    TEXT_SKIP: skip,
    TEXT_PAGES: nav.label,
    TEXT_HOME: nav.home,
    TEXT_GUESTBOOK: guestbook.nav,
    TEXT_NAME: guestbook.name,
    TEXT_MESSAGE: guestbook.message,
    TEXT_SIGN: guestbook.sign,
    TEXT_EMPTY: guestbook.empty,
    ERROR_NAME: literal(guestbook.errors.name),
    ERROR_MESSAGE: literal(guestbook.errors.message),
  }
  const files = new Map<string, string>()
  for (const [path, source] of template) {
    const [, language] = /^app\/locales\/([^/]+)\//.exec(path) ?? []
    // The site's texts in the default language are in app/site.ts.
    if (path === ownTexts || (language !== undefined && (isOne || !languages.includes(language)))) continue
    if (OF_DESK.test(path)) continue
    const isMarkdown = path.endsWith('.md')
    const text = choose(source, isOne ? 'one' : 'several').replaceAll(/__([A-Z_]+?)__/g, (placeholder, key: string) =>
      isMarkdown && key === 'NAME' ? name : (values[key] ?? placeholder),
    )
    files.set(path, text)
  }
  if (parts.includes('report-desk')) for (const [path, text] of addDesk(files, deskFiles())) files.set(path, text)
  if (isOne) return files
  const moved = moveBelowLocale(files).files
  return new Map([...[...files].filter(([path]) => !moved.has(movedPath(path))), ...moved])
}
