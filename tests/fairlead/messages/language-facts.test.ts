import { expect, it } from 'vitest'
import { intlLocale, isRightToLeft, languageName } from '#fairlead/host/vite/language-facts.ts'

it.each([
  ['en', false, 'English'],
  ['pt-BR', false, 'Português (Brasil)'],
  ['ja', false, '日本語'],
  ['ar', true, 'العربية'],
  ['ckb', true, undefined],
  ['az-Arab', true, undefined],
  ['az', false, undefined],
  ['en_US', false, 'en_US'],
])('%s is written from right to left: %s, and is called %s', (locale, rightToLeft, name) => {
  expect(isRightToLeft(locale)).toBe(rightToLeft)
  if (name !== undefined) expect(languageName(locale)).toBe(name)
})

it.each([
  ['en', 'en-u-ca-gregory-nu-latn'],
  ['ar-EG', 'ar-EG-u-ca-gregory-nu-arab'],
  ['fa', 'fa-u-ca-persian-nu-arabext'],
  ['th-u-ca-gregory', 'th-u-ca-gregory-nu-latn'],
  ['ar-u-nu-latn', 'ar-u-ca-gregory-nu-latn'],
  ['en_US', 'en_US'],
])('%s is %s for Intl', (locale, tag) => {
  expect(intlLocale(locale)).toBe(tag)
})
