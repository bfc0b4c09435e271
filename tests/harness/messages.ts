import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { texts } from '#app/site.ts'
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

export function readMessages(file: string): Map<string, string> {
  const messages = JSON.parse(readFileSync(join(root, file), 'utf8')) as Tree
  // The default language has these texts in app/site.ts.
  return flatten(file.endsWith('/shell.json') ? { site: texts, ...messages } : messages)
}

/** The message files, each with its path by language. */
export const messageFiles = readdirSync(join(root, 'app/locales/en')).map((name) => ({
  name,
  of: (locale: string) => join('app/locales', locale, name),
}))
