'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * As the documentation on parallel routes has it, as a dialog, which is on top by itself.
 * https://nextjs.org/docs/app/api-reference/file-conventions/parallel-routes#modals
 */
export function Modal({ children }) {
  const router = useRouter()
  const dialog = useRef(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={() => router.back()}>
      {children}
    </dialog>
  )
}
