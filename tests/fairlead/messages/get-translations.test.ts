import { expect, it, vi } from 'vitest'
import { compileMessage } from '#fairlead/messages/compile-message.ts'
import { getTranslations } from '#fairlead/messages/get-translations.server.ts'
import { loadMessages } from '#fairlead/messages/messages.ts'

vi.mock('virtual:messages', () => {
  const file = (messages: Record<string, string | Record<string, string>>) => {
    const compiled = JSON.parse(JSON.stringify(messages), (_, node: unknown) =>
      typeof node === 'string' ? compileMessage(node) : node,
    ) as object
    return () => Promise.resolve({ default: compiled })
  }
  const group = { at: '{at, time, short}' }
  return {
    urls: {},
    files: {
      notices: {
        en: file({ group, left: '{count, plural, one {one left} other {# left}}' }),
        de: file({ group, left: 'noch {count, number}' }),
      },
      shell: { en: file({}) },
    },
  }
})

const read = async (locale: 'en' | 'de', namespace: string) =>
  (await getTranslations(locale, namespace as 'notices', { timeZone: 'Asia/Tokyo' })) as (
    key: string,
    values?: object,
  ) => string

it.each([
  ['en', 'notices', 'left', { count: 1 }, 'one left'],
  ['de', 'notices', 'left', { count: 1234 }, 'noch 1.234'],
  ['en', 'notices', 'group.at', { at: new Date(0) }, '9:00 AM'],
  ['de', 'notices.group', 'at', { at: new Date(0) }, '09:00'],
] as const)('in %s, the namespace %s has the message %s', async (locale, namespace, key, values, text) => {
  expect((await read(locale, namespace))(key, values).replaceAll(' ', ' ')).toBe(text)
})

it.each([
  ['left', 'left: expected a number, got undefined'],
  ['none', 'notices.none'],
])('%s without what it needs is an error, not a key', async (key, fault) => {
  const t = await read('en', 'notices')
  expect(() => t(key)).toThrow(fault)
})

it('several namespaces are loaded at once, by their names', async () => {
  expect(Object.keys(await loadMessages(['notices', 'shell'], 'en'))).toEqual(['notices', 'shell'])
})
