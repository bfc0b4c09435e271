import { describe, expect, it } from 'vitest'
import { siteName } from '#app/site.ts'
import { textsOf } from '#tests/harness/html.ts'
import { namespaces, readMessages } from '#tests/harness/messages.ts'
import { defaultLocale, everyPage, type Language, locales, pageAt } from '#tests/site/pages.ts'

/** Names that are not translated: of the application, a time zone, APIs, and handbook pages without a translation. */
const NAMES = new Set([
  siteName,
  'UTC',
  'How it is built',
  'Prefetching',
  'Run it',
  'Segments',
  'Redirects and rewrites',
  'Intercepted routes',
  'Error reports',
  'Deploy it',
  'Next.js',
  'Navigation API',
  'View Transitions',
  'PostgreSQL and several processes',
])

/** Raw data that the lab shows: URLs, tags, stamps of items, delays with their unit. */
const DATA = /^(?:\/\S*|lab:\w+|\{.*\}|[\da-f]{8}-[\da-f-]{27}|[\d,.]+ ms)$/

/** Returns a pattern for the formatted texts of a message, `undefined` if it would match any text. */
function shapeOf(message: string): RegExp | undefined {
  if (/plural|select/.test(message)) return undefined
  const pieces = message.split(/\{\w+\}/)
  if (!pieces.some((piece) => /\p{L}{2}/u.test(piece))) return undefined
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')}$`)
}

/** Returns what recognizes the English messages that differ in a language. Most have no values, and are looked up. */
function englishOnly(locale: Language): (text: string) => boolean {
  const texts = new Set<string>()
  const shapes: RegExp[] = []
  for (const namespace of namespaces) {
    const own = readMessages(locale, namespace)
    for (const [key, message] of readMessages('en', namespace)) {
      const shape = own.get(key) === message ? undefined : shapeOf(message)
      if (shape && message.includes('{')) shapes.push(shape)
      else if (shape) texts.add(message)
    }
  }
  return (text) => texts.has(text) || shapes.some((shape) => shape.test(text))
}

const english = new Map(locales.map((locale) => [locale, englishOnly(locale)]))

async function textsAt(path: string): Promise<string[]> {
  const { text } = await pageAt(path)
  return textsOf(text).filter((one) => !NAMES.has(one) && !DATA.test(one))
}

const KEY = new RegExp(`^(?:${namespaces.join('|')})(?:\\.\\w+)+$`)

const translated = everyPage.filter(({ locale }) => locale !== defaultLocale)

describe('a page in another language', () => {
  it.each(translated)('$path has every message, and none in English', async ({ path, locale }) => {
    const texts = await textsAt(path)
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter((text) => KEY.test(text))).toEqual([])
    expect(texts.filter((text) => english.get(locale)?.(text))).toEqual([])
  })

  const inLatinScript = (locale: string) => locale === 'de'
  // Whatever is written into a component and not into the messages shows in a script that has no such letters.
  it.each(translated.filter(({ locale }) => !inLatinScript(locale)))('$path is in its own script', async ({ path }) => {
    const texts = await textsAt(path)
    expect(texts.filter((text) => /[A-Za-z]{2}/.test(text) && !/[^\0-\u024F]/.test(text))).toEqual([])
  })
})
