import { localesIn, ROUTING } from '#fairlead/cli/add-languages.ts'
import { type Files, LAYOUT, movedPath, turnRoutes } from '#fairlead/cli/below-locale.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { readTemplate } from '#fairlead/cli/template-files.ts'
import { reservedAt } from '#fairlead/navigation/routing-table/reserved-paths.ts'

/** The pieces that an application may be given, each with a folder in template-add. */
export const PIECES = ['page', 'form', 'resource'] as const

export type Piece = (typeof PIECES)[number]

/** Names of files that are not a path in the folder of routes. */
const ROUTE_FILES = new Set(['index', 'route', 'lazy'])

/** @throws CommandError with exit code 2 for a name that cannot be a path, or is one of the application's languages */
function checkName(piece: Piece, name: string, languages: readonly string[]): void {
  const allowed = 'allowed: words in lower case with hyphens, such as harbour-masters'
  if (name === '') throw new CommandError(`add ${piece}: a name is missing; ${allowed}`, 2)
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name))
    throw new CommandError(`add ${piece}: ${JSON.stringify(name)} is no name; ${allowed}`, 2)
  if (ROUTE_FILES.has(name) || reservedAt(`/${name}`) !== undefined)
    throw new CommandError(`add ${piece}: ${name} is reserved; ${allowed}`, 2)
  if (languages.includes(name))
    throw new CommandError(`add ${piece}: ${name} is a language of ${ROUTING}, which has this path; ${allowed}`, 2)
}

/** Returns a name in the spelling of each placeholder of the templates. */
function spellings(name: string): Readonly<Record<string, string>> {
  const pascal = name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
  const spaced = name.replaceAll('-', ' ')
  return {
    name,
    Name: pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    table: name.replaceAll('-', '_'),
    Title: spaced.charAt(0).toUpperCase() + spaced.slice(1),
  }
}

/**
 * Returns the files of a page, of a form with its page, or of a resource: a table with its pages. An application with
 * several languages gets the routes below them. Reads the templates; otherwise pure.
 *
 * @param name words in lower case with hyphens, which is the path of its page
 * @param sources of the application
 * @param exists returns true if a file or folder is there
 * @throws CommandError for a name that is not valid, or that is there already
 */
export function addPiece(
  piece: Piece,
  name: string,
  sources: Files,
  exists: (path: string) => boolean,
): { files: Map<string, string>; left: string[] } {
  checkName(piece, name, localesIn(sources.get(ROUTING) ?? ''))
  const values = spellings(name)
  const fill = (text: string) =>
    text.replaceAll(/__(name|Name|camel|table|Title)__/g, (_, key: string) => values[key] ?? '')
  const written = new Map([...readTemplate(`template-add/${piece}`)].map(([path, text]) => [fill(path), fill(text)]))
  const hasLanguages = sources.has(LAYOUT)
  const unmoved = [...written].filter(([path]) => movedPath(path) === path)
  const files = hasLanguages ? new Map([...unmoved, ...turnRoutes(written).files]) : written

  const route = new RegExp(String.raw`^app/routes/(?:\{-\$locale\}/)?${name}[./]`)
  const folders = [...files.keys()].some((path) => path.startsWith(`app/${name}/`)) ? [`app/${name}`] : []
  const found = [...sources.keys()].find((path) => route.test(path)) ?? [...folders, ...files.keys()].find(exists)
  if (found !== undefined) throw new CommandError(`add ${piece}: ${found} is there already; allowed: another name`)

  const path = hasLanguages ? `/{-$locale}/${name}` : `/${name}`
  const left = [`Lead to the page, in app/shell/shell.tsx: <Link to="${path}">${values.Title}</Link>`]
  if (piece === 'resource') left.push(`Say who may call the functions of app/${name}/${name}.functions.ts: anyone can.`)
  if (hasLanguages)
    left.push(`Texts in components: move them to app/locales/LANGUAGE/${name}.json, and read them by useTranslations.`)
  return { files, left }
}
