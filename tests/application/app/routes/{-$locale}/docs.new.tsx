import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#app/pages/docs-page.tsx'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/docs/new')({
  head: (head) => ({ meta: pageMeta(head, 'Precedence') }),
  component: Docs,
})

function Docs() {
  return <DocsPage route="/docs/new" params={Route.useParams()} />
}
