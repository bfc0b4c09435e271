import type { AnyRouter } from '@tanstack/react-router'

/** The part of `onBeforeLoad` that the router's own listener reads: without a location it only forgets what was scrolled. */
type Left = { fromLocation?: { state: { __TSR_key?: string } } | undefined }

/**
 * Stores where a page was left. The router stores what was scrolled when a navigation begins, but the page stays on the
 * screen until the next one has loaded, and the visitor scrolls on; and by another navigation from a pending component it
 * would store the position of that for the page before.
 *
 * The store has no public way in, so its listener is called, which is the router's first of `onBeforeLoad`.
 *
 * @returns a function to call before other matches are shown
 */
export function keepScrollPosition(router: AnyRouter): () => void {
  const listener = [...router.subscribers].find(({ eventType }) => eventType === 'onBeforeLoad')
  if (!listener) return () => {}
  const store = listener.fn as (event: Left) => void
  let isLeft = false
  listener.fn = (event) => store(isLeft ? {} : event)
  router.subscribe('onResolved', () => {
    isLeft = false
  })
  return () => {
    const fromLocation: Left['fromLocation'] = router.stores.resolvedLocation.get()
    if (isLeft || !fromLocation || fromLocation.state.__TSR_key === router.latestLocation.state.__TSR_key) return
    store({ fromLocation })
    isLeft = true
  }
}

/** Restores the position of a page from the back/forward cache. With manual restoration, WebKit keeps none of its own. */
export function keepScrollPositionInCache(): void {
  let position: ScrollToOptions
  addEventListener('pagehide', () => {
    position = { left: scrollX, top: scrollY, behavior: 'instant' }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo(position)
  })
}
