import { createFileRoute } from '@tanstack/react-router'
import { NuqsAdapter } from 'nuqs/adapters/tanstack-router'
import { parseAsInteger, useQueryState } from 'nuqs'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/nuqs')({
  component: () => (
    <NuqsAdapter>
      <Inner />
    </NuqsAdapter>
  ),
})

function Inner() {
  const [n, setN] = useQueryState('n', parseAsInteger.withDefault(0))
  return <Recipe go={() => void setN(n + 5)}>{n}</Recipe>
}
