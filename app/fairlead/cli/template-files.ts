import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The languages that the library has its own texts in, so that an application begins with them. */
export const TEMPLATE_LANGUAGES = ['en', 'de', 'ja', 'ar']

/** The parts of the library that an application may begin with. */
export const TEMPLATE_PARTS = ['report-desk']

/** Its files have this suffix, which keeps compilers, linters and npm away from them. */
const SUFFIX = '.txt'

const TEMPLATE = join(import.meta.dirname, 'template')

/** Files of the template that an application has with the desk alone. */
const OF_DESK = /^app\/parts\.ts$|^app\/routes\/.*\/reports\//

const SERVER = 'app/server.ts'

export type TemplateOptions = {
  /** The name that visitors read: one line of text. */
  name: string
  /** The first one is the default language. */
  languages: readonly [string, ...string[]]
  parts: readonly string[]
  /** The library in package.json: a version, or `file:` with the path of an archive. */
  library: string
}

/** Reads the template: texts by the paths that they have in an application. */
function readTemplate(): Map<string, string> {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths
      .map((path): [string, string] => [
        relative(TEMPLATE, path).slice(0, -SUFFIX.length).split(sep).join('/'),
        readFileSync(path, 'utf8'),
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Returns the source of a string literal, in the quotes of the formatter. */
function literal(text: string): string {
  const json = JSON.stringify(text)
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** Returns the name of a package from that of a site: `Ada's tides` is `ada-s-tides`. */
export function packageName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  return words?.join('-') ?? 'application'
}

type SiteTexts = { site: { title: string; description: string; notFoundTitle: string } }

/** The server with the desk. */
const withDesk = (server: string): string =>
  server
    .replace(/^/, "import reportDesk from 'fairlead/report-desk/part.server'\n")
    .replace('createServer({ getRouter })', 'createServer({ getRouter, parts: [reportDesk] })')

/**
 * Returns the files of a new application, by path. Pure, but for reading the template.
 *
 * @param options languages and parts of the lists above
 */
export function templateFiles({ name, languages, parts, library }: TemplateOptions): Map<string, string> {
  const template = readTemplate()
  const [defaultLanguage] = languages
  const ownTexts = `app/locales/${defaultLanguage}/shell.json`
  const { site } = JSON.parse(template.get(ownTexts) ?? '') as SiteTexts
  const hasDesk = parts.includes('report-desk')
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
  }
  const files = new Map<string, string>()
  for (const [path, source] of template) {
    const [, language] = /^app\/locales\/([^/]+)\//.exec(path) ?? []
    // The site's own texts in the default language stand in app/site.ts.
    if (path === ownTexts || (language !== undefined && !languages.includes(language))) continue
    if (OF_DESK.test(path) && !hasDesk) continue
    const isMarkdown = path.endsWith('.md')
    const text = source.replaceAll(/__([A-Z_]+?)__/g, (placeholder, key: string) =>
      isMarkdown && key === 'NAME' ? name : (values[key] ?? placeholder),
    )
    files.set(path, path === SERVER && hasDesk ? withDesk(text) : text)
  }
  return files
}
