import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { checkLanguage, fallbackChain, readMessages } from '#fairlead/host/vite/message-files.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

/** The messages of an application alone. */
const sources = () => ({
  folders: [join(folder, 'app/locales')],
  site: { title: 'Tides', description: 'All tides', notFoundTitle: 'Not found' },
})

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
const write = (locale: string, messages: object) =>
  writeFiles(folder, { [`app/locales/${locale}/tides.json`]: JSON.stringify(messages) })

it.each([
  ['nl-BE', ['nl-BE', 'nl', 'en']],
  ['nl', ['nl', 'en']],
  ['en', ['en']],
  ['en-GB', ['en-GB', 'en']],
  ['zh-Hant-TW', ['zh-Hant-TW', 'zh-Hant', 'en']],
  ['zh-Hans-SG', ['zh-Hans-SG', 'zh-Hans', 'zh', 'en']],
])('%s falls back to %j', (locale, chain) => {
  expect(fallbackChain(locale, 'en')).toEqual(chain)
})

it('a regional language has the messages of the wider one, and then those of the default language', () => {
  write('en', { title: 'Tides', port: 'Port', height: 'Height' })
  write('nl', { title: 'Getijden', port: 'Haven' })
  write('nl-BE', { title: 'Tij' })
  const read = (locale: string) => readMessages(sources(), { locale, defaultLocale: 'en', namespace: 'tides' })
  expect(read('nl-BE').messages).toEqual({ title: 'Tij', port: 'Haven', height: 'Height' })
  expect(read('nl-BE').missing).toEqual(['height'])
  expect(read('nl').missing).toEqual(['height'])
  expect(read('en').missing).toEqual([])
  expect(read('fr').missing).toEqual(['title', 'port', 'height'])
})

it('a translation is compared with the default language, and what it lacks is not', () => {
  write('en', { count: '{n, plural, one {#} other {#}}', more: { hello: 'Hello {name}' }, list: ['{'] })
  write('de', { more: { hello: 'Hallo {nmae}' } })
  expect(checkLanguage(sources(), 'en', 'en').faults).toEqual([])
  expect(checkLanguage(sources(), 'de', 'en')).toMatchObject({
    missing: ['tides.count', 'tides.list'],
    faults: [
      'tides.more.hello: {nmae} is no argument; the default language has {name}',
      'tides.more.hello: {name} is missing',
    ],
  })
})
