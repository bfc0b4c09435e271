import { createFileRoute } from '@tanstack/react-router'
import { Link } from '#app/bench/link.jsx'
import { Photos } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/photos')({
  staticData: { cache: 'static' },
  component: () => <Photos Link={Link} />,
})
