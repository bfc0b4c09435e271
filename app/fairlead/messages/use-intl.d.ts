// The types of `use-intl` for this application, which tsconfig.json names in their place. Messages are compiled, so there
// is no raw message that `t.raw` could return: it is not callable here. Lists are not compiled: `useMessages()` has them.
import type { createTranslator, Messages, NamespaceKeys, NestedKeyOf } from 'use-intl/core'

export * from 'use-intl/core'
export { IntlProvider, useFormatter, useLocale, useMessages, useNow, useTimeZone } from 'use-intl/react'

export function useTranslations<Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never>(
  namespace?: Namespace,
): ReturnType<typeof createTranslator<Messages, Namespace>> & { raw: never }
