import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

/**
 * Returns the test for navigations that replace the current history entry: it was added by a navigation that has not
 * ended, so the visitor never saw its page, and back leads to the page before it. Older entries stay.
 */
export function watchPendingEntry(router: AnyRouter): () => boolean {
  /** True when the current entry was added by a navigation that has not ended. */
  let isNew = false
  const history = router.history as RouterHistory
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') isNew = action.type === 'PUSH'
  })
  router.subscribe('onResolved', () => {
    isNew = false
  })
  return () => isNew && router.stores.status.get() === 'pending'
}
