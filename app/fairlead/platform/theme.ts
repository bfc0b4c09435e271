import { createIsomorphicFn } from '@tanstack/react-start'
import { setCookie } from '#fairlead/platform/cookies.ts'
import { readShellCookie } from '#fairlead/platform/shell-cookie.ts'

/** A theme that the visitor has chosen; without one the system's theme applies. */
export type Theme = 'light' | 'dark'

const COOKIE = 'theme'

function asTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

/** Reads the theme from the cookie `theme`, so that the first paint has it. Unknown values are ignored. */
export const readTheme = createIsomorphicFn()
  .server(() => asTheme(readShellCookie(COOKIE)))
  .client(() => asTheme(document.documentElement.dataset.theme))

/** The inline script for documents that all visitors share applies the visitor's theme before the first paint. */
export const THEME_SCRIPT = `try{const theme=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];if(theme)document.documentElement.dataset.theme=theme}catch{}`

/** Also applies to the browser's own bars, and lasts a year. The document is the state: no component renders again. */
export function chooseTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = theme ?? (meta.media === '' ? 'light' : 'dark')
    meta.content = document.documentElement.style.getPropertyValue(`--ground-${scheme}`)
  }
  setCookie(COOKIE, theme ?? '', theme ? undefined : 0)
}
