import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#app/pages/docs-page.tsx'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/docs/by/$author')({
  head: (head) => ({ meta: pageMeta(head, 'Precedence') }),
  component: Docs,
})

function Docs() {
  return <DocsPage route="/docs/by/$author" params={Route.useParams()} />
}
