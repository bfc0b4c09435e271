import { inject } from 'vitest'
import { isRightToLeft } from '#fairlead/host/vite/language-facts.ts'
import routing from '#app/routing.ts'
import { type Answer, ask } from '#tests/harness/request.ts'
import { labPaths } from '#tests/site/lab/pages.ts'

/** A language of the interface. */
export type Language = (typeof routing.locales)[number]

export const { locales, defaultLocale } = routing

/** Right-to-left languages. */
export const rightToLeft: readonly Language[] = locales.filter(isRightToLeft)

/** Every page of the application in the default language. */
export const paths: readonly string[] = ['/', '/handbook', ...inject('handbook'), ...labPaths]

/** Returns the path of a page in a language: the default one has no prefix. */
export function localized(path: string, locale: Language): string {
  // A string: with one language alone there is none but the default.
  const prefix: string = locale
  if (prefix === defaultLocale) return path
  return path === '/' ? `/${prefix}` : `/${prefix}${path}`
}

/** Every page in every language, as rows for `it.each`. */
export const everyPage = locales.flatMap((locale) => paths.map((path) => ({ path: localized(path, locale), locale })))

const answers = new Map<string, Promise<Answer>>()

/** Requests a page. Several tests look at every page, so its response is cached for all files of a process. */
export function pageAt(path: string): Promise<Answer> {
  const answer = answers.get(path) ?? ask(path)
  answers.set(path, answer)
  return answer
}
