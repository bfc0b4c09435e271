import type { Messages } from '#app/locales/messages.ts'

type Head = { matches: readonly { routeId: string; loaderData?: unknown }[] }

type Titles = Messages<'reports'>['reports']['titles']

/** The document title and description of a page of the desk, in its language, from the messages the layout loaded. */
export function deskTitle({ matches }: Head, name: keyof Titles) {
  const loaded = matches.find(({ routeId }) => routeId === '/{-$locale}/reports')?.loaderData
  const reports = (loaded as Messages<'reports'> | undefined)?.reports
  if (!reports) return {}
  return {
    meta: [{ title: `${reports.titles[name]} · Fairlead` }, { name: 'description', content: reports.signIn.explain }],
  }
}
