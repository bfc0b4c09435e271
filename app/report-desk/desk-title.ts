import type { Messages } from '#app/locales/messages.ts'

type Head = { matches: readonly { routeId: string; loaderData?: unknown }[] }

type Titles = Messages<'reports'>['reports']['titles']

/** The document title of a page of the desk, in the language of its address, from the messages the layout loaded. */
export function deskTitle({ matches }: Head, name: keyof Titles) {
  const loaded = matches.find(({ routeId }) => routeId === '/{-$locale}/reports')?.loaderData
  const titles = (loaded as Messages<'reports'> | undefined)?.reports.titles
  return titles ? { meta: [{ title: `${titles[name]} · Fairlead` }] } : {}
}
