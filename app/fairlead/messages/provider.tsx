import type { ComponentProps, ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Messages } from '#fairlead/messages/messages.ts'

/** Props of a provider: in dev a namespace that the route has not loaded is an error that names it. */
export function messagesProps(messages: Partial<Messages>): Pick<ComponentProps<typeof IntlProvider>, 'messages'> {
  if (!import.meta.env.DEV) return { messages }
  const getMessageFallback = ({ namespace, key }: { namespace?: string; key: string }) => {
    const full = namespace === undefined ? key : `${namespace}.${key}`
    const name = full.split('.', 1)[0] ?? ''
    if (name in messages) return full
    throw new Error(
      `the messages "${name}" are not loaded: the loader of the route returns loadMessages('${name}', locale), and its component shows <WithMessages>`,
    )
  }
  return { messages, getMessageFallback } as { messages: Partial<Messages> }
}

/** Provides the messages of a route and of its parents. */
export function WithMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const inherited = useMessages()
  return (
    <IntlProvider locale={useLocale()} {...messagesProps({ ...inherited, ...messages })}>
      {children}
    </IntlProvider>
  )
}
