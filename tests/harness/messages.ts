import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { notFoundTitle, texts } from '#app/site.ts'
import { root } from '#tests/harness/project-files.ts'

type Tree = { [key: string]: string | Tree }

/** Returns the messages of a file by their dotted keys. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}

/** The folders of messages: the library's, its parts', and the site's. The site's messages replace the others. */
const FOLDERS = ['app/fairlead/messages', ...globSync('app/fairlead/*/messages', { cwd: root }), 'app/locales']

/** Returns the messages of a namespace in one language, by their dotted keys, without the default language's. */
export function readMessages(locale: string, namespace: string): Map<string, string> {
  const trees = FOLDERS.flatMap((folder) => {
    const file = join(root, folder, locale, `${namespace}.json`)
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Tree] : []
  })
  // The default language has these texts in app/site.ts.
  const site = namespace === 'shell' ? [{ site: { ...texts, notFoundTitle } }] : []
  return new Map([...site, ...trees].flatMap((tree) => [...flatten(tree)]))
}

/** The namespaces that have messages. */
export const namespaces = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder, 'en'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json')),
)
