import { pageMeta } from '#app/metadata/page-meta.ts'
import type { Messages } from '#app/locales/messages.ts'

type Head = Parameters<typeof pageMeta>[0] & { matches: readonly { routeId: string; loaderData?: unknown }[] }

type Titles = Messages<'reports'>['reports']['titles']

/** Returns the title and description of a desk page, from the messages that the layout has loaded. */
export function deskTitle({ matches, match }: Head, name: keyof Titles) {
  const loaded = matches.find(({ routeId }) => routeId === '/{-$locale}/reports')?.loaderData
  const reports = (loaded as Messages<'reports'> | undefined)?.reports
  return { meta: pageMeta({ match }, reports?.titles[name], reports?.signIn.explain, false) }
}
