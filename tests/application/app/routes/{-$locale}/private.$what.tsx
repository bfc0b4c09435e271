import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getCookie, getRequestHeader, setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { pageMeta } from 'fairlead/metadata'
import { cached } from 'fairlead/cache.server'
import { currentSession } from 'fairlead/sessions.server'

/** Reads what a page that is cached for all visitors may not depend on. */
const readPrivate = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ what: v.string() })))
  .handler(async ({ data: { what } }) => {
    if (what === 'session') await currentSession()
    if (what === 'set-cookie') setCookie('made', 'by-page')
    if (what === 'cached') {
      const readCached = cached(() => 'cached', { key: () => ['private'], freshFor: 3_600, staleFor: 0 })
      return { read: `${await readCached()} ${crypto.randomUUID()}` }
    }
    const read = what === 'cookie' ? getCookie('currency') : what === 'header' ? getRequestHeader('user-agent') : what
    return { read: `${read ?? 'nothing'} ${crypto.randomUUID()}` }
  })

export const Route = createFileRoute('/{-$locale}/private/$what')({
  staticData: { cache: { freshFor: 3_600, staleFor: 3_600 } },
  loader: ({ params }) => readPrivate({ data: { what: params.what } }),
  head: (head) => ({ meta: pageMeta(head, 'Private') }),
  component: Page,
})

function Page() {
  return <output data-testid="seen">{Route.useLoaderData().read}</output>
}
