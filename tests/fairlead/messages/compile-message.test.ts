import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { compileMessage, translationFaults } from '#fairlead/messages/compile-message.ts'
import formatMessage from '#fairlead/messages/format-message.ts'

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}

const values = {
  n: 1234.256,
  d: new Date('2026-11-25T15:04:05Z'),
  who: 'Ada',
  b: (parts: unknown) => [parts].flat().join(''),
}

const STYLES = {
  number: ['', ', integer', ', percent', ', ::currency/EUR', ', ::compact-short', ', ::.00', ', ::sign-always'],
  date: ['', ', short', ', medium', ', long', ', full', ', ::yyyyMMMd', ', ::EEEEd'],
  time: ['', ', short', ', medium', ', long', ', full', ', ::Hmm'],
}

const styled = Object.entries(STYLES).flatMap(([type, styles]) =>
  styles.map((style) => `{${type === 'number' ? 'n' : 'd'}, ${type}${style}}`),
)

describe.each(['en', 'de', 'ja', 'ar'])('a message in %s', (locale) => {
  it.each([
    ...styled,
    'At {d, time, short} on <b>{d, date, long}</b>',
    '{who, select, Ada {{d, date, medium}} other {{n, number, percent}}}',
    '{n, plural, one {# of {d, date, full}} other {# of {d, date, short}}}',
  ])('is what intl-messageformat makes of it: %s', (message) => {
    const options = { formatters, timeZone: 'UTC', locale } as unknown as Parameters<typeof formatMessage>[3]
    const compiled = compileMessage(message) as Parameters<typeof formatMessage>[1]
    const expected = new IntlMessageFormat(message, locale, undefined, {
      formatters: {
        ...formatters,
        getDateTimeFormat: (locales, own) => new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...own }),
      },
    })
    expect(formatMessage('key', compiled, values, options)).toBe(expected.format(values))
  })
})

describe('a message', () => {
  it('keeps the name of a style of the application', () => {
    expect(compileMessage('{d, date, harbour}')).toEqual([['d', 5, 'harbour']])
  })

  it('may not have a scale, which the formatter does not know', () => {
    expect(() => compileMessage('{n, number, ::scale/100}')).toThrow('{n} has a scale')
  })
})

describe('a translation', () => {
  it.each([
    ['Hello {name}', 'Hallo {name}', 'de'],
    ['{n, plural, one {# day} other {# days}}', '{n, plural, other {#日}}', 'ja'],
    ['{n, plural, one {# day} other {# days}}', '{n}日', 'ja'],
    ['{n, plural, =0 {none} one {# day} other {# days}}', '{n, plural, =0 {keine} =1 {einer} other {#}}', 'de'],
    ['{n, plural, other {#}}', '{n, plural, one {#} other {#}}', 'fr'],
    ['{n, plural, one {a day} other {days}}', '日', 'ja'],
    ['<b>{d, date}</b>', '{d, time} <b>x</b>', 'de'],
  ])('of %j may be %j in %s', (original, translation, locale) => {
    expect(translationFaults(original, translation, locale)).toEqual([])
  })

  it.each([
    ['Hello {name}', 'Hallo {nmae}', ['{nmae} is no argument; the default language has {name}', '{name} is missing']],
    ['Hello', 'Hallo {name}', ['{name} is no argument; the default language has none']],
    ['{name}', '{name, number}', ['{name} is used as a number; the default language has a text there']],
    ['{d, date}', '{d}', ['{d} is used as a text; the default language has a date there']],
    ['<b>{n}</b>', '{b} {n}', ['{b} is used as a text; the default language has a tag there']],
    [
      '{n, plural, one {#} other {#}}',
      '{n, plural, one {#} few {#} other {#}}',
      ['{n, plural} has a case few, which de does not have; it has one, other'],
    ],
    [
      '{n, plural, one {#} other {#}}',
      '{n, plural, other {#}}',
      ['{n, plural} has no case one, as the default language has'],
    ],
    [
      '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
      '{n, selectordinal, one {#:a} other {#:e}}',
      ['{n, selectordinal} has a case one, which de does not have; it has other'],
    ],
    ['{n}', '{n', [expect.stringContaining('is not an ICU message')]],
  ])('of %j may not be %j in German', (original, translation, faults) => {
    expect(translationFaults(original, translation, 'de')).toEqual(faults)
  })
})
