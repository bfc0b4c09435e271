import { createFileRoute } from '@tanstack/react-router'
import { Home } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/')({
  staticData: { cache: 'static' },
  // The same as the product's first page: the server may answer this address with another language.
  headers: () => ({ vary: 'Accept-Language, Cookie' }),
  component: Home,
})
