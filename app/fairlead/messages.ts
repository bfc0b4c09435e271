// Messages of the interface, by namespaces and languages.

export { loadMessages, type Messages, type ApplicationNamespaces as Namespaces } from '#fairlead/messages/messages.ts'
export { WithMessages } from '#fairlead/messages/provider.tsx'
