import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import { loadMessages, type Namespace } from '#fairlead/messages/messages.ts'
import type { useTranslations } from '#fairlead/messages/use-intl.tsx'
import type { Locale } from '#fairlead/platform/app-types.ts'

/** A namespace, or a group of its messages: `tides`, `tides.list`. */
type NamespaceOrGroup = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/**
 * Returns the function that `useTranslations(namespace)` returns, on the server and in any language: for a mail, a flash
 * message, a `PublicError` or the headings of a file. It needs no request, so jobs have it too. Dates in the messages have
 * the `timeZone`, an IANA name, or `UTC`. A message whose number or date is missing throws, where a page shows its key.
 *
 * @param namespace one of the application's, or a group of its messages, such as `tides.list`
 * @example const t = await getTranslations('de', 'tides', { timeZone: 'Europe/Berlin' })
 */
export async function getTranslations<N extends NamespaceOrGroup>(
  locale: Locale,
  namespace: N,
  { timeZone = 'UTC' }: { timeZone?: string } = {},
): Promise<ReturnType<typeof useTranslations<N>>> {
  const [name] = namespace.split('.', 1) as [Namespace]
  const messages = (await loadMessages(name, locale)) as Messages
  const onError = (error: Error) => {
    throw error
  }
  return createTranslator<Messages, N>({ locale, messages, namespace, timeZone, onError }) as ReturnType<
    typeof useTranslations<N>
  >
}
