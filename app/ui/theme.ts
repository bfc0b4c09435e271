import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { setCookie } from '#app/ui/cookies.ts'

/** What the visitor chose. `undefined` follows the system. */
export type Theme = 'light' | 'dark'

const COOKIE = 'theme'

function asTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

/** The visitor's choice from the cookie `theme`, so that the first paint already has it. Anything else counts as none. */
export const readTheme = createIsomorphicFn()
  .server(() => asTheme(getCookie(COOKIE)))
  .client(() => asTheme(document.documentElement.dataset.theme))

/** Shows and keeps a choice for a year; `undefined` forgets it. The document is the state: no component renders anew. */
export function chooseTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  setCookie(COOKIE, theme ?? '', theme ? undefined : 0)
}
