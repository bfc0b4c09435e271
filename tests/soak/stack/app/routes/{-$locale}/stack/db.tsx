import { createFileRoute } from '@tanstack/react-router'
import { createCollection, useLiveQuery } from '@tanstack/react-db'
import { queryCollectionOptions } from '@tanstack/query-db-collection'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/db')({ ssr: false, component: Db })

const stored = [{ id: 1, name: 'one' }]

function Db() {
  const queryClient = useQueryClient()
  const items = useMemo(
    () =>
      createCollection(
        queryCollectionOptions({
          queryClient,
          queryKey: ['stack', 'items'],
          queryFn: async () => stored,
          getKey: (item) => item.id,
          onInsert: async ({ transaction, collection }) => {
            stored.push(...transaction.mutations.map(({ modified }) => modified))
            await collection.utils.refetch()
            return { refetch: false }
          },
        }),
      ),
    [queryClient],
  )
  const { data } = useLiveQuery((query) => query.from({ item: items }))
  return <Recipe go={() => items.insert({ id: 2, name: 'two' })}>{data.map(({ name }) => name).join(' ')}</Recipe>
}
