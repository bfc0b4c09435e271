import type { AnyRouter, ParsedLocation, RouterEvents, RouterHistory } from '@tanstack/react-router'
import type { LocationLike } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import { afterPaint } from '#fairlead/platform/after-paint.ts'

const ANNOUNCER_ID = 'route-announcer'

/** Returns the element from which reading and tabbing continue, as in a document. */
function targetOf(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(hash)
}

export function moveFocusTo(element: HTMLElement): void {
  // A link or a field keeps its tab order.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

type Move = Pick<RouterEvents['onRendered'], 'toLocation' | 'hashChanged' | 'hrefChanged'>

/** True if a navigation leads to a place in a page: to another hash, or to the current URL again. */
export function leadsToPlace({ toLocation, hashChanged, hrefChanged }: Move): boolean {
  return (hashChanged || !hrefChanged) && toLocation.state.__hashScrollIntoViewOptions !== false
}

/** Moves the focus to the start of a location's content, if it may, and announces the title of a new page. */
function present({ hash }: ParsedLocation, isNewPage: boolean, mayMove: boolean): void {
  const start = targetOf(hash) ?? document.querySelector<HTMLElement>('main h1')
  if (start && mayMove) moveFocusTo(start)
  if (!isNewPage) return
  const region = document.querySelector(`#${ANNOUNCER_ID}`)
  if (region) region.textContent = document.title
}

/**
 * After a navigation, moves the focus to the new page, or to the part that the hash names, and announces the title, as
 * browsers do for a document. Does nothing if only the search has changed. If the page has moved the focus, it stays
 * there. `first` is the location of the document.
 */
export function announceNewPage(router: AnyRouter, first: LocationLike): void {
  let focusedBefore: Element | null
  // Neither a step nor new data of the page is a navigation. One may have started before the engine was loaded.
  let isNavigation = router.stores.status.get() === 'pending'
  const history = router.history as RouterHistory
  history.subscribe(({ action: { type } }) => {
    isNavigation = type === 'PUSH' || type === 'REPLACE'
  })
  router.subscribe('onBeforeLoad', () => {
    focusedBefore = document.activeElement
  })
  router.subscribe('onRendered', (move) => {
    const { fromLocation, toLocation, pathChanged } = move
    const isMove = pathChanged || (isNavigation && leadsToPlace(move) && targetOf(toLocation.hash) !== null)
    isNavigation = false
    if (!fromLocation || !isMove) return
    const active = document.activeElement
    const mayMove = active === focusedBefore || !active?.closest('main, dialog')
    afterPaint(() => present(toLocation, pathChanged, mayMove && document.activeElement === active))
  })
  const shown: ParsedLocation | undefined = router.stores.resolvedLocation.get()
  if (!shown || shown.pathname === first.pathname) return
  // A step back ended before the engine was loaded. The visitor may have moved the focus since.
  afterPaint(() => present(shown, true, document.activeElement === document.body))
}
