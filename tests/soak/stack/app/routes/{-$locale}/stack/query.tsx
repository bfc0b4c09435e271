import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery, useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { lazy, Suspense } from 'react'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/query')({ component: Queries })

const Devtools = lazy(async () => {
  if (!import.meta.env.DEV) return { default: () => null }
  const [{ ReactQueryDevtools }, { TanStackRouterDevtools }] = await Promise.all([
    import('@tanstack/react-query-devtools'),
    import('@tanstack/react-router-devtools'),
  ])
  return {
    default: () => (
      <>
        <ReactQueryDevtools />
        <TanStackRouterDevtools />
      </>
    ),
  }
})

function Queries() {
  const client = useQueryClient()
  const persister = createSyncStoragePersister({
    storage: typeof localStorage === 'undefined' ? undefined : localStorage,
  })
  return (
    <PersistQueryClientProvider client={client} persistOptions={{ persister }}>
      <Inner />
      <Suspense>
        <Devtools />
      </Suspense>
    </PersistQueryClientProvider>
  )
}

function Inner() {
  const client = useQueryClient()
  const mutation = useMutation({ mutationKey: ['stack'], mutationFn: async (n: number) => n * 2 })
  const mutating = useIsMutating()
  const states = useMutationState({ filters: { mutationKey: ['stack'] }, select: ({ state }) => state.data })
  const pages = useInfiniteQuery({
    queryKey: ['stack', 'pages'],
    queryFn: async ({ pageParam }) => pageParam,
    initialPageParam: 0,
    getNextPageParam: (last) => last + 1,
  })
  return (
    <Recipe
      go={() => {
        mutation.mutate(21)
        void client
          .getMutationCache()
          .build(client, { mutationKey: ['stack'], mutationFn: async () => 'built' })
          .execute(undefined)
        void pages.fetchNextPage()
      }}
    >{`${mutating} ${states.join(',')} ${pages.data?.pages.join(',')}`}</Recipe>
  )
}
