import type { HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { ENTRY_STATE, getEntryState } from '#fairlead/navigation/interception/entry-state.ts'
import { beforeEntryIsRead } from '#fairlead/navigation/page-history.ts'

/**
 * Gives the history entry of a plain anchor, such as a skip link, a key and an index, as the router does for its
 * entries. Without them the router treats each visit to the entry as a new first entry, and does not find anything
 * stored by its key, such as its scroll position. An anchor in a dialog keeps the dialog open. Call it once, in the
 * browser.
 */
export function identifyAnchors(browser: RouterHistory): void {
  let isReplaced = false
  const { navigation } = window as Partial<Window>
  navigation?.addEventListener('currententrychange', ({ navigationType }) => {
    isReplaced = navigationType === 'replace'
  })
  beforeEntryIsRead.call = (event) => {
    const { href, state } = browser.location
    // The second click on an anchor replaces its entry. If there is a blocker, the history would undo that by `go(0)`,
    // a reload.
    const isSame = withBasePath(href) === location.pathname + location.search + location.hash
    if (isSame && isReplaced) event.stopImmediatePropagation()
    if (history.state !== null) return
    // A call of `history.replaceState` would tell the router of a navigation.
    History.prototype.replaceState.call(history, isSame ? state : nextState(browser.location), '')
  }
}

function nextState(before: HistoryLocation) {
  const over = getEntryState(before)
  return {
    ...(over && { [ENTRY_STATE]: { ...over, depth: over.depth && over.depth + 1 } }),
    __TSR_key: Math.random().toString(36).slice(2),
    __TSR_index: before.state.__TSR_index + 1,
  }
}
