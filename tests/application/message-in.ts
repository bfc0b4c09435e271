import { existsSync } from 'node:fs'
import { join } from 'node:path'
import routing from '#app/routing.ts'
import { readMessages } from '#tests/harness/messages.ts'
import { root } from '#tests/harness/project-files.ts'

/**
 * Returns a message that the application of the shell's tests shows in a language: the one of the default language, if the
 * clone has not translated it, or has removed the language.
 */
export function messageIn(locale: string, namespace: string, key: string): string {
  const fileOf = (language: string) => `app/locales/${language}/${namespace}.json`
  const own = existsSync(join(root, fileOf(locale))) ? readMessages(fileOf(locale)).get(key) : undefined
  const message = own ?? readMessages(fileOf(routing.defaultLocale)).get(key)
  if (message === undefined) throw new Error(`${fileOf(routing.defaultLocale)} has no ${key}`)
  return message
}
