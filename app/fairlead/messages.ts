export { loadMessages, type Messages, type Namespaces, type NavLabels } from '#fairlead/messages/messages.ts'
export { WithMessages } from '#fairlead/messages/provider.tsx'
