import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { PublicError } from '#app/errors/public-error.ts'
import { StoreNotice } from '#app/report-desk/store-notice.tsx'
import { storeFaultOf } from '#app/report-desk/store-error.ts'

/** The error page of the desk's routes: the notice of a faulty store where that is the cause. */
export function DeskError(props: ErrorComponentProps) {
  const { error, reset } = props as { error: unknown; reset: () => void }
  const router = useRouter()
  const fault = error instanceof PublicError ? storeFaultOf(error.code) : undefined
  if (!fault) return <ApplicationError {...props} />
  const retry = async (): Promise<void> => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // A failed query would throw its old error again.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    await router.invalidate()
    reset()
  }
  return <StoreNotice heading="h1" fault={fault} place={(error as PublicError).fields?.store} retry={retry} />
}
