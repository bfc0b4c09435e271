import { type AnyRedirect, useRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Follows a redirect that was thrown while the page was rendered, in place of what threw it. */
export function FollowRedirect({ redirect }: { redirect: AnyRedirect }) {
  const router = useRouter()
  useEffect(() => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // It is no data: who comes back asks again.
    queryClient.removeQueries({ predicate: ({ state: { error } }) => Object.is(error, redirect) })
    void router.navigate({ ...router.resolveRedirect(redirect).options, replace: true })
  }, [router, redirect])
  return null
}
