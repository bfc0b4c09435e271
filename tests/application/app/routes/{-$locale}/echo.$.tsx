import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useLocale } from 'use-intl'
import { splatSegments } from 'fairlead/navigation'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/echo/$')({
  head: (head) => ({ meta: pageMeta(head, 'Echo') }),
  component: Echo,
})

function Echo() {
  const locale = useLocale()
  const location = useLocation()
  const echo = {
    path: splatSegments(location.pathname, '/echo'),
    search: location.search,
    locale,
    // The server does not see the hash, so both sides leave it out.
    href: location.publicHref.replace(/#.*$/, ''),
  }
  return (
    <>
      <h1>Echo</h1>
      <pre data-testid="echo" dir="ltr" tabIndex={0} aria-label="Echo">
        {JSON.stringify(echo, null, 2)}
      </pre>
    </>
  )
}
