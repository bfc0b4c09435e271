import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { agedQuery } from '#app/bench/queries.js'
import { Aged } from '#app/bench/shared/pages.jsx'

export const Route = createFileRoute('/{-$locale}/aged')({
  staticData: { cache: { freshFor: 3600, staleFor: 3600 } },
  loader: async (loading) => void (await loading.context.load(agedQuery(''), loading)),
  component: () => <Aged data={useSuspenseQuery(agedQuery('')).data} />,
})
