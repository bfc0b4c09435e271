import { expect, it } from 'vitest'
import { openGraphLocale } from '#fairlead/metadata/open-graph.tsx'

it.each([
  ['en', 'en_US'],
  ['ar', 'ar_EG'],
  ['de-AT', 'de_AT'],
  ['pt-BR', 'pt_BR'],
  ['zh-Hant', 'zh_TW'],
])('the language %s is %s in Open Graph', (locale, written) => {
  expect(openGraphLocale(locale)).toBe(written)
})
