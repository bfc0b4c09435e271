import type { AnyRouteMatch, AnyRouter } from '@tanstack/react-router'
import { afterPaint } from '#fairlead/platform/after-paint.ts'

/**
 * Lets the browser free the pages that a router has left. The router aborts the loads of a page that it leaves, and
 * Chromium keeps the functions on the stack of an abort, with the pages that they refer to, until the stack is read. With
 * the 50 frames that the SDK asks for, each page would hold the page before, with its data.
 */
export function freeLeftPages(router: AnyRouter): void {
  let shown: readonly AnyRouteMatch[] = router.stores.matches.get()
  router.subscribe('onResolved', () => {
    const left = shown
    shown = router.stores.matches.get()
    afterPaint(() => {
      for (const { abortController } of left) void (abortController.signal.reason as DOMException | undefined)?.stack
    })
  })
}
