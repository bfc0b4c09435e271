import { type AnyRedirect, useRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Follows a redirect that was thrown during rendering. Rendered in place of the component that threw it. */
export function FollowRedirect({ redirect }: { redirect: AnyRedirect }) {
  const router = useRouter()
  useEffect(() => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // A redirect is not data: the next visit has to run the query again.
    queryClient.removeQueries({ predicate: ({ state: { error } }) => Object.is(error, redirect) })
    void router.navigate({ ...router.resolveRedirect(redirect).options, replace: true })
  }, [router, redirect])
  return null
}
