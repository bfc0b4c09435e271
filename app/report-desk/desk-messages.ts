import { loadMessages, type Messages } from '#app/locales/messages.ts'
import type { AuthState } from '#app/report-desk/auth-state.ts'
import type { Locale } from '#app/navigation/locale/locale.ts'

/** Loads the desk's messages in one language; without a session only those of the sign-in form. */
export async function loadDeskMessages(locale: Locale, auth: AuthState): Promise<Messages<'reports'>> {
  const { reports } = await loadMessages('reports', locale)
  if (auth.type === 'signed-in') return { reports }
  const { signIn, titles } = reports
  const title = Object.fromEntries(Object.keys(titles).map((name) => [name, titles.signIn]))
  return { reports: { signIn, titles: title } as Messages<'reports'>['reports'] }
}
