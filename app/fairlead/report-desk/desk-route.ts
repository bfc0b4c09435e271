import type { Load, LoadContext } from '#fairlead/navigation/prefetch/load-query.ts'
import { loadMessages, type Messages } from '#fairlead/messages/messages.ts'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import type { Locale } from '#fairlead/navigation/locale/locale.ts'
import type { AuthState } from '#fairlead/report-desk/auth.server.ts'

// The options of the desk's routes are in the first load of every page of the application, so their code stays small.

/** Loads the desk's messages in one language; without a session, only the messages of the sign-in form. */
export async function loadDeskMessages(locale: Locale, auth: AuthState): Promise<Messages<'reports'>> {
  const { reports } = await loadMessages('reports', locale)
  if (auth.type === 'signed-in') return { reports }
  const { signIn, titles } = reports
  const title = Object.fromEntries(Object.keys(titles).map((name) => [name, titles.signIn]))
  return { reports: { signIn, titles: title } as unknown as Messages<'reports'>['reports'] }
}

type Queries = typeof import('#fairlead/report-desk/desk-queries.ts')

type LoaderArgs<Own> = LoadContext & { context: { auth: AuthState; load: Load } } & Own

/** Creates a loader, which loads nothing without a session. The queries are loaded with the first page of the desk. */
export function deskLoader<Own = object>(load: (queries: Queries, args: LoaderArgs<Own>) => Promise<unknown>) {
  return async (args: LoaderArgs<Own>): Promise<void> => {
    if (args.context.auth.type !== 'signed-in') return
    await load(await import('#fairlead/report-desk/desk-queries.ts'), args)
  }
}

type Head = Parameters<typeof pageMeta>[0] & { matches: readonly { routeId: string; loaderData?: unknown }[] }

type Titles = Messages<'reports'>['reports']['titles']

/** Returns the title and description of a desk page, from the messages that the layout has loaded. */
export function deskTitle({ matches, match }: Head, name: keyof Titles) {
  const loaded = matches.find(({ routeId = '' }) => withoutLocale(routeId) === '/reports')?.loaderData
  const reports = (loaded as Messages<'reports'> | undefined)?.reports
  return { meta: pageMeta({ match }, reports?.titles[name], reports?.signIn.explain, false) }
}
