import routing from '#app/routing.ts'
import { readMessages } from '#tests/harness/messages.ts'

const locales: readonly string[] = routing.locales
const other = locales.find((locale) => locale !== routing.defaultLocale)

/** A language besides the default one, while the site has another. */
export const OTHER = other ?? routing.defaultLocale

/** The prefix of its paths: `/de`. */
export const OTHER_PREFIX = other === undefined ? '' : `/${other}`

/** Returns a message of the other language. Throws if there is none. */
export function otherMessage(namespace: string, key: string): string {
  const message = readMessages(OTHER, namespace).get(key)
  if (message === undefined) throw new Error(`${namespace} has no ${key} in ${OTHER}`)
  return message
}
