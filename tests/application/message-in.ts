import { readMessages } from '#tests/harness/messages.ts'

/** Returns a message that the application of the tests shows in a language. */
export function messageIn(locale: string, namespace: string, key: string): string {
  const message = readMessages(locale, namespace).get(key) ?? readMessages('en', namespace).get(key)
  if (message === undefined) throw new Error(`${namespace} has no ${key}`)
  return message
}
