'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** As the documentation on intercepting routes has it, without its portal: a dialog is on top by itself. */
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
