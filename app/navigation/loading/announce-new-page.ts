import type { AnyRouter } from '@tanstack/react-router'
import { afterPaint } from '#app/ui/after-paint.ts'

/** The id of the region of live-region.tsx. */
const ANNOUNCER_ID = 'route-announcer'

/**
 * Moves the focus to the new page after a navigation and has screen readers announce its title, as browsers do for a
 * document. Not when only the search or the hash changed. A page that moved the focus keeps it.
 */
export function announceNewPage(router: AnyRouter): void {
  let focusedBefore: Element | null
  router.subscribe('onBeforeLoad', () => {
    focusedBefore = document.activeElement
  })
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
      const region = document.querySelector(`#${ANNOUNCER_ID}`)
      if (region) region.textContent = document.title
    })
  })
}
