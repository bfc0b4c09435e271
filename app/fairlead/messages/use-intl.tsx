// Replaces `use-intl` and `use-intl/core`. Formats have the digits and the calendar of the build, because engines with
// other Unicode data use others for the same language, and hydration would fail.
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

/** Writes a range of dates with plain spaces, as browsers do. Node 24 writes Unicode's narrow ones. */
const withSpaces = (formatter: Formatter): Formatter => ({
  ...formatter,
  dateTimeRange: ((...args: Parameters<Formatter['dateTimeRange']>) =>
    formatter.dateTimeRange(...args).replace(/[\u2009\u202F]/g, ' ')) as Formatter['dateTimeRange'],
})

export function IntlProvider({ locale, ...props }: ComponentProps<typeof react.IntlProvider>) {
  return <react.IntlProvider {...props} locale={intlLocale(locale)} />
}

/** Returns the language of the page, as in its URL and its attribute `lang`. */
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

/** Messages are compiled, so `t.raw` has no raw message to return. Lists are not compiled: `useMessages()` has them. */
export const useTranslations = react.useTranslations as <
  Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never,
>(
  namespace?: Namespace,
) => ReturnType<typeof core.createTranslator<Messages, Namespace>> & { raw: never }
