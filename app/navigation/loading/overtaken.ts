import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

/**
 * Gives the history entry of a navigation that has not ended to the one that overtakes it: the visitor never saw its
 * page, and back leads to the one that was left. Entries that were there before are left alone.
 */
export function replaceOvertaken(router: AnyRouter): void {
  /** Whether the current entry was made by a navigation that has not ended. */
  let isNew = false
  const history = router.history as RouterHistory
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') isNew = action.type === 'PUSH'
  })
  router.subscribe('onResolved', () => {
    isNew = false
  })
  const commit = router.commitLocation
  router.commitLocation = (next) => {
    const overtakes = isNew && router.stores.status.get() === 'pending'
    return commit(overtakes ? { ...next, replace: true } : next)
  }
}
