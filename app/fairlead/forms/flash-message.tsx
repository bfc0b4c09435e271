import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { getVisitorDrafts, updateVisitorDrafts } from '#fairlead/forms/visitor-drafts.ts'

/** Shows the message that a form left for the page it led to, until the next navigation. */
export function FlashMessage({ className }: { className: string | undefined }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const read = () => getVisitorDrafts(queryClient).flash
  const text = useSyncExternalStore((notify) => queryClient.getQueryCache().subscribe(notify), read, read)
  useEffect(() => {
    if (text === undefined) return undefined
    return router.subscribe('onBeforeNavigate', () => updateVisitorDrafts(queryClient, { flash: undefined }))
  }, [text, router, queryClient])
  return text === undefined ? null : (
    <p role="status" className={className}>
      {text}
    </p>
  )
}
