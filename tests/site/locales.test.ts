import { describe, expect, it } from 'vitest'
import routing from '#app/routing.ts'
import { namespaces, readMessages } from '#tests/harness/messages.ts'

/** Messages that may be the same in every language. */
const SHARED = new Set(
  '404,{ms} ms,{seconds} s,{size} MB,Route,Links,Echo,Tab,Tabs,Browser,Trace,Digest,Ingest,Status,Server,Cache,Tags,Start,Routing'.split(
    ',',
  ),
)

const translations = routing.locales.filter((locale) => locale !== routing.defaultLocale)

const placeholders = (message: string) => new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name))

describe.each(namespaces)('the messages of %s', (namespace) => {
  const english = readMessages('en', namespace)

  it.each(translations)('are complete in %s, with no English left and the same values to fill in', (locale) => {
    const messages = readMessages(locale, namespace)
    expect(new Set(messages.keys())).toEqual(new Set(english.keys()))
    for (const [key, message] of messages) {
      const original = english.get(key) ?? ''
      const shared = SHARED.has(original) || !/\p{L}{2}/u.test(original.replace(/\{[^}]*\}/g, ''))
      if (!shared) expect(message, `${locale} ${key}`).not.toBe(original)
      if (!/plural|select/.test(original)) expect(placeholders(message), key).toEqual(placeholders(original))
    }
  })
})
