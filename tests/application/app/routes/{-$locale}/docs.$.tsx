import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#app/pages/docs-page.tsx'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/docs/$')({
  params: {
    // A splat also matches the empty path; this catch-all is required.
    parse: (params) => (params._splat ? params : false),
  },
  head: (head) => ({ meta: pageMeta(head, 'Precedence') }),
  component: Docs,
})

function Docs() {
  return <DocsPage route="/docs/$" params={Route.useParams()} />
}
