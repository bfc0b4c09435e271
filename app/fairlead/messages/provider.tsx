import type { ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Messages } from '#fairlead/messages/messages.ts'

/** Provides the messages of a route in addition to those of its parents. */
export function WithMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const inherited = useMessages()
  return (
    <IntlProvider locale={useLocale()} messages={{ ...inherited, ...messages }}>
      {children}
    </IntlProvider>
  )
}
