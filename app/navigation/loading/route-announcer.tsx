import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { afterPaint } from '#app/ui/after-paint.ts'

/**
 * Moves the focus to the new page after a navigation and has screen readers announce its title, as browsers do for a
 * document. Not on the first load, nor when only the search or the hash changed. A page that moved the focus keeps it.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let focusedBefore: Element | null
    const subscriptions = [
      router.subscribe('onBeforeLoad', () => {
        focusedBefore = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const active = document.activeElement
        const mayMove = active === focusedBefore || !active?.closest('main, dialog')
        afterPaint(() => {
          const heading = document.querySelector<HTMLElement>('main h1')
          if (heading && mayMove && document.activeElement === active) {
            heading.tabIndex = -1
            heading.focus({ preventScroll: true })
          }
          if (region.current) region.current.textContent = document.title
        })
      }),
    ]
    return () => subscriptions.forEach((unsubscribe) => unsubscribe())
  }, [router])

  return <div ref={region} className="visually-hidden" aria-live="polite" />
}
