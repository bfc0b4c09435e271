import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { afterPaint } from '#app/ui/after-paint.ts'

/**
 * Does after a navigation what a browser does after loading a document: the focus moves to the new page, and its title
 * is read out. Not on the first load, where the browser did it, nor when only the search or the hash changed. A page
 * that took the focus itself keeps it.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let before: Element | null
    const subscriptions = [
      router.subscribe('onBeforeLoad', () => {
        before = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const active = document.activeElement
        const mayMove = active === before || !active?.closest('main, dialog')
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
