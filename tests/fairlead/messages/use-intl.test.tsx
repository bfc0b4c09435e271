import { renderToStaticMarkup } from 'react-dom/server'
import { createFormatter, createTranslator, IntlProvider, useFormatter, useLocale, useTranslations } from 'use-intl'
import * as core from 'use-intl/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileMessage } from '#fairlead/messages/compile-message.ts'
import { intlLocale } from '#fairlead/messages/use-intl.tsx'
import { installOtherDigits } from '#tests/harness/other-digits.ts'

const options = {
  locale: 'ar',
  messages: { depth: compileMessage('{depth, number}') } as never,
  timeZone: 'UTC',
} as const

/** Returns what a component of an Arabic page makes of its hooks. */
function onPage<T>(use: () => T): T {
  const used: T[] = []
  function Page() {
    used.push(use())
    return null
  }
  renderToStaticMarkup(
    <IntlProvider {...options}>
      <Page />
    </IntlProvider>,
  )
  return used[0] as T
}

const intl = { ...Object.getOwnPropertyDescriptors(Intl) }
beforeAll(installOtherDigits)
afterAll(() => void Object.defineProperties(Intl, intl))

const depth = (t: unknown) => (t as (key: string, values: object) => string)('depth', { depth: 30 })

it.each<[string, () => string]>([
  ['useFormatter, of numbers', () => onPage(useFormatter).number(30)],
  ['useFormatter, of dates', () => onPage(useFormatter).dateTime(Date.UTC(1970, 0, 30), { day: 'numeric' })],
  ['useTranslations', () => depth(onPage(useTranslations))],
  ['createFormatter', () => createFormatter(options).number(30)],
  ['createTranslator', () => depth(createTranslator(options))],
  ['createFormatter of core', () => core.createFormatter(options).number(30)],
  ['createTranslator of core', () => depth(core.createTranslator(options))],
  ['Intl itself', () => new Intl.NumberFormat(intlLocale('ar')).format(30)],
])('%s has the digits of the build in an engine with others', (_, format) => {
  expect(new Intl.NumberFormat('ar').format(30)).toBe('٣٠')
  expect(format()).toBe('30')
})

it('the language of the page has no digits', () => {
  expect(onPage(useLocale)).toBe('ar')
})

it.each([
  ['en', 'Jan 1 – 3, 1970'],
  ['ar', '1‏/1‏/1970 – 3‏/1‏/1970'],
] as const)('a range of dates in %s has the spaces of browsers', (locale, text) => {
  const { dateTimeRange } = createFormatter({ locale, timeZone: 'UTC' })
  expect(dateTimeRange(0, 172_800_000, { dateStyle: 'medium' })).toBe(text)
})
