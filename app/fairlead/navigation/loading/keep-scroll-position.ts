import type { AnyRouter } from '@tanstack/react-router'

/**
 * The part of `onBeforeLoad` that the router's listener reads. Without a location it only clears its record of
 * scrolling.
 */
type Left = { fromLocation?: { state: { __TSR_key?: string } } | undefined }

/**
 * Saves the position in which a visitor leaves a page. The router saves positions when a navigation begins, but the
 * page stays on the screen until the next one has loaded, and the visitor may scroll on. After another navigation from
 * a pending component it would save the pending component's position for the page before.
 *
 * The record of positions has no public interface, so this calls the listener that writes it: the router's first one of
 * `onBeforeLoad`.
 *
 * @returns a function to call before other matches are shown
 */
export function keepScrollPosition(router: AnyRouter): () => void {
  const listener = [...router.subscribers].find(({ eventType }) => eventType === 'onBeforeLoad')
  if (!listener) return () => {}
  const savePosition = listener.fn as (event: Left) => void
  let isLeft = false
  listener.fn = (event) => savePosition(isLeft ? {} : event)
  router.subscribe('onResolved', () => {
    isLeft = false
  })
  return () => {
    const fromLocation: Left['fromLocation'] = router.stores.resolvedLocation.get()
    if (isLeft || !fromLocation || fromLocation.state.__TSR_key === router.latestLocation.state.__TSR_key) return
    savePosition({ fromLocation })
    isLeft = true
  }
}

/** Restores the position of a page from the back/forward cache. With manual restoration, WebKit does not keep it. */
export function keepScrollPositionInCache(): void {
  let position: ScrollToOptions
  addEventListener('pagehide', () => {
    position = { left: scrollX, top: scrollY, behavior: 'instant' }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo(position)
  })
}
