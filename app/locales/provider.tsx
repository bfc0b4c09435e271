import type { ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Messages } from '#app/locales/messages.ts'

/** Adds the messages that a route loaded to those of the routes above it. */
export function WithMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const inherited = useMessages()
  return (
    <IntlProvider locale={useLocale()} messages={{ ...inherited, ...messages }}>
      {children}
    </IntlProvider>
  )
}
