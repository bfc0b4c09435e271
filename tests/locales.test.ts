import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import routing from '#app/routing.ts'

type Tree = { [key: string]: string | Tree }

/** Every message of a file by its path of keys. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}

const read = (file: string) => flatten(JSON.parse(readFileSync(file, 'utf8')) as Tree)

/** The English files, each with its place in another language. */
const sources = [
  ...readdirSync('app/locales/en').map((name) => ({
    name,
    of: (locale: string) => join('app/locales', locale, name),
  })),
  ...readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('messages/en.json'))
    .map((path) => ({ name: path, of: (locale: string) => join('app', path.replace(/en\.json$/, `${locale}.json`)) })),
]

/** Names and words that are the same in every language. */
const SHARED = new Set(['Fairlead', '{ms} ms', 'Route', 'Links', 'Echo', '404'])

const translations = routing.locales.filter((locale) => locale !== routing.defaultLocale)

const placeholders = (message: string) => new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name))

describe.each(sources)('the messages of $name', ({ of }) => {
  const english = read(of('en'))

  it.each(translations)('are complete in %s, with no English left and the same values to fill in', (locale) => {
    const messages = read(of(locale))
    expect(new Set(messages.keys())).toEqual(new Set(english.keys()))
    for (const [key, message] of messages) {
      const original = english.get(key) ?? ''
      const shared = SHARED.has(original) || !/\p{L}{2}/u.test(original.replace(/\{[^}]*\}/g, ''))
      if (!shared) expect(message, `${basename(of(locale))} ${key}`).not.toBe(original)
      if (!/plural|select/.test(original)) expect(placeholders(message), key).toEqual(placeholders(original))
    }
  })
})
