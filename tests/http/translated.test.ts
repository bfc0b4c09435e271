import { describe, expect, it } from 'vitest'
import { textsOf } from '#tests/http/html.ts'
import { ask } from '#tests/http/request.ts'
import { messageFiles, readMessages } from '#tests/messages.ts'
import { defaultLocale, everyPage, type Language } from '#tests/pages.ts'

/** Names: the application's, a time zone's, and those of handbook pages which prose in other languages points to. */
const NAMES = new Set([
  'Fairlead',
  'UTC',
  'How it is built',
  'Redirects and rewrites',
  'Pages over pages',
  'Errors and reports',
  'PostgreSQL and several processes',
])

/** What the lab shows as it came: addresses, data, the stamps of its items, delays with their unit. */
const DATA = /^(?:\/\S*|\{.*\}|[\da-f]{8}-[\da-f-]{27}|[\d,.]+ ms)$/

/** A message as an expression for what it becomes, or nothing when it has forms that cannot be told from any text. */
function shapeOf(message: string): RegExp | undefined {
  if (/plural|select/.test(message)) return undefined
  const pieces = message.split(/\{\w+\}/)
  if (!pieces.some((piece) => /\p{L}{2}/u.test(piece))) return undefined
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')}$`)
}

/** The English messages that say something else in a language. */
function englishOnly(locale: Language): RegExp[] {
  return messageFiles.flatMap(({ of }) => {
    const own = readMessages(of(locale))
    return [...readMessages(of('en'))].flatMap(([key, message]) =>
      own.get(key) === message ? [] : (shapeOf(message) ?? []),
    )
  })
}

async function textsAt(path: string): Promise<string[]> {
  const { text } = await ask(path)
  return textsOf(text).filter((one) => !NAMES.has(one) && !DATA.test(one))
}

const namespaces = messageFiles.map(({ name }) => name.replace(/^(?:.*\/)?([\w-]+)(?:\/messages\/en)?\.json$/, '$1'))
const KEY = new RegExp(`^(?:${namespaces.join('|')})(?:\\.\\w+)+$`)

const translated = everyPage.filter(({ locale }) => locale !== defaultLocale)

describe('a page in another language', () => {
  it.each(translated)('$path has every message, and none in English', async ({ path, locale }) => {
    const texts = await textsAt(path)
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter((text) => KEY.test(text))).toEqual([])
    const english = englishOnly(locale)
    expect(texts.filter((text) => english.some((shape) => shape.test(text)))).toEqual([])
  })

  // Whatever is written into a component and not into the messages shows in a script that has no such letters.
  it.each(translated.filter(({ locale }) => locale !== 'de'))('$path is in its own script', async ({ path }) => {
    const texts = await textsAt(path)
    expect(texts.filter((text) => /[A-Za-z]{2}/.test(text) && !/[^\0-\u024F]/.test(text))).toEqual([])
  })
})
