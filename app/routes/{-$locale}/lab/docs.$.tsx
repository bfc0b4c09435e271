import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#app/lab/docs-page.tsx'
import { labTitle } from '#app/lab/lab-route.ts'

export const Route = createFileRoute('/{-$locale}/lab/docs/$')({
  params: {
    // A splat also matches the empty path; this catch-all is required.
    parse: (params) => (params._splat ? params : false),
  },
  head: (head) => labTitle(head, 'docs.title'),
  component: DocsPage,
})
