// Stands in the place of `use-intl` and `use-intl/core`. Formats have the digits and the calendar that the build has decided,
// because engines with other Unicode data have others for the same language, and hydration would fail.
import * as core from 'use-intl/core'
import type { Locale, Messages, NamespaceKeys, NestedKeyOf } from 'use-intl/core'
import * as react from 'use-intl/react'
import { useMemo, type ComponentProps } from 'react'
import { intlLocales, locales } from 'virtual:routing'

export * from 'use-intl/core'
export { useMessages, useNow, useTimeZone } from 'use-intl/react'

/**
 * Returns the tag for `Intl` of a language of the application: with the digits and the calendar that it has by the Unicode
 * data of the Node that builds, such as `ar-u-ca-gregory-nu-latn`. Any other tag is returned as it is.
 */
export const intlLocale = <L extends string>(locale: L): L => (intlLocales[locale] ?? locale) as L

type Formatter = ReturnType<typeof core.createFormatter>

/** A range of dates has plain spaces, as browsers write it. Node 24 writes the narrow ones of Unicode. */
const withSpaces = (formatter: Formatter): Formatter => ({
  ...formatter,
  dateTimeRange: ((...args: Parameters<Formatter['dateTimeRange']>) =>
    formatter.dateTimeRange(...args).replace(/[\u2009\u202F]/g, ' ')) as Formatter['dateTimeRange'],
})

export function IntlProvider({ locale, ...props }: ComponentProps<typeof react.IntlProvider>) {
  return <react.IntlProvider {...props} locale={intlLocale(locale)} />
}

/** Returns the language of the page, as its URL and the attribute `lang` have it. */
export function useLocale(): Locale {
  const tag = react.useLocale()
  return locales.find((locale) => intlLocale(locale) === tag) ?? tag
}

export const useFormatter: typeof react.useFormatter = import.meta.env.SSR
  ? () => {
      const formatter = react.useFormatter()
      return useMemo(() => withSpaces(formatter), [formatter])
    }
  : react.useFormatter

export const createFormatter: typeof core.createFormatter = (options) => {
  const formatter = core.createFormatter({ ...options, locale: intlLocale(options.locale) })
  return import.meta.env.SSR ? withSpaces(formatter) : formatter
}

export const createTranslator: typeof core.createTranslator = (options) =>
  core.createTranslator({ ...options, locale: intlLocale(options.locale) })

/** Messages are compiled, so there is no raw message that `t.raw` could return. Lists are not: `useMessages()` has them. */
export const useTranslations = react.useTranslations as <
  Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never,
>(
  namespace?: Namespace,
) => ReturnType<typeof core.createTranslator<Messages, Namespace>> & { raw: never }
