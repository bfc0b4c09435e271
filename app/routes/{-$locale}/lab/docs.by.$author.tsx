import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#app/lab/docs-page.tsx'
import { labTitle } from '#app/lab/lab-route.ts'

export const Route = createFileRoute('/{-$locale}/lab/docs/by/$author')({
  head: (head) => labTitle(head, 'docs.title'),
  component: DocsPage,
})
