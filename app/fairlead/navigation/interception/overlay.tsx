import {
  type AnyRouter,
  Matches,
  type ParsedLocation,
  RouterContextProvider,
  type RouterEvents,
  useRouterState,
} from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { leadsToPlace, moveFocusTo } from '#fairlead/navigation/loading/announce-new-page.ts'
import { useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { Progress } from '#fairlead/navigation/loading/navigation-status.tsx'
import type { PageRouter } from '#fairlead/navigation/interception/install-interception.ts'
import type { OverlayRouter } from '#fairlead/navigation/interception/overlay-router.ts'
import { OverlayContext } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { decidePosition, keepPosition, readPosition } from '#fairlead/navigation/interception/dialog-position.ts'
import styles from './dialog.module.css'

type OverlayProps = { overlay: OverlayRouter; pageRouter: PageRouter; close: () => void }

/**
 * Renders an overlay router: the progress line until its target has loaded, then the dialog. If the visitor goes back
 * to an open target from another page, it also waits until the page underneath is mounted.
 */
export function Overlay({ overlay, pageRouter, close }: OverlayProps) {
  const messages = useShellMessages()
  const isPageThere = useRouterState({
    router: pageRouter.router,
    select: ({ resolvedLocation, location }) => resolvedLocation?.pathname === location.pathname,
  })
  const isTargetThere = useRouterState({ router: overlay.router, select: ({ matches }) => matches.length > 0 })
  const context = useMemo(() => ({ over: overlay.over, close, router: overlay.router }), [overlay, close])

  const progress = <Progress label={messages?.progress ?? 'Loading'} offline={messages?.offline ?? 'Offline'} />
  return (
    <RouterContextProvider router={overlay.router}>
      <OverlayContext value={context}>
        {isPageThere && isTargetThere ? (
          <Dialog
            overlay={overlay}
            pageRouter={pageRouter}
            close={close}
            closeLabel={messages?.close ?? 'Close'}
            pendingLabel={messages?.progress ?? 'Loading'}
          >
            {progress}
            <Matches />
          </Dialog>
        ) : (
          progress
        )}
      </OverlayContext>
    </RouterContextProvider>
  )
}

type TitledMatch = { status: string; meta?: ({ title?: string } | undefined)[] }

/** Returns the title of the last match that has one. */
function titleOf(router: AnyRouter): string | undefined {
  const matches = router.stores.matches.get() as TitledMatch[]
  return matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title !== undefined)?.title
}

/**
 * Labels the dialog by the heading of its current content, and returns the heading. While the target is pending, only
 * an `h1` counts: other headings belong to the layouts around it.
 */
function labelDialog(dialog: HTMLDialogElement, router: AnyRouter): HTMLElement | null {
  const matches = router.stores.matches.get() as TitledMatch[]
  const isPending = matches.some(({ status }) => status === 'pending')
  const heading = dialog.querySelector<HTMLElement>(isPending ? 'h1' : 'h1, h2, [role="heading"]')
  if (heading) {
    heading.id ||= 'opened-heading'
    dialog.setAttribute('aria-labelledby', heading.id)
  } else {
    dialog.removeAttribute('aria-labelledby')
  }
  return heading
}

/**
 * Renders the overlay in a native modal dialog: the browser makes the rest of the page inert, traps the focus and
 * handles Escape. The component makes closing go back, sets the document's title and restores the focus.
 */
function Dialog({
  overlay,
  pageRouter,
  close,
  closeLabel,
  pendingLabel,
  children,
}: OverlayProps & { closeLabel: string; pendingLabel: string; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => ({ element: document.activeElement, href: pageRouter.page.browser.location.href }))

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    let focusedBefore: Element | null = dialog

    /** Returns the heading. The page underneath may change the title when its data is renewed. */
    const nameDialog = () => {
      const title = titleOf(overlay.router) ?? document.title
      if (document.title !== title) document.title = title
      return labelDialog(dialog, overlay.router)
    }

    /**
     * Scrolls to the place that a navigation leads to and moves the focus there, as in a page. A navigation that only
     * changes the content on the screen does neither.
     */
    const present = (
      move: Pick<RouterEvents['onRendered'], 'toLocation' | 'pathChanged' | 'hashChanged' | 'hrefChanged'>,
    ) => {
      const heading = nameDialog()
      const { toLocation, pathChanged } = move
      const { hash, state } = toLocation
      const { isStep, resetScroll } = overlay.arrival
      // The page underneath may have the same id, so search the dialog only.
      const place = hash === '' ? null : dialog.querySelector<HTMLElement>(`#${CSS.escape(hash)}`)
      const scrolling = state.__hashScrollIntoViewOptions ?? true
      const position = decidePosition({
        hasHash: hash !== '',
        isPlace: hash !== '' && scrolling !== false,
        resetScroll,
        isNavigation: !isStep,
        kept: readPosition(toLocation),
      })
      if (position === 'place') place?.scrollIntoView(scrolling)
      else if (position !== undefined) dialog.scrollTop = position

      const active = document.activeElement
      const start = (!isStep && leadsToPlace(move) && place) || (pathChanged && heading) || undefined
      // If the target has moved the focus, it keeps it.
      if (start && active === focusedBefore) moveFocusTo(start)
      else if (!active || !dialog.contains(active)) moveFocusTo(place ?? heading ?? dialog)
      focusedBefore = document.activeElement
    }

    dialog.showModal()
    focusedBefore = document.activeElement
    const toLocation = overlay.router.latestLocation as ParsedLocation
    present({ toLocation, pathChanged: true, hashChanged: true, hrefChanged: true })
    if (overlay.router.stores.resolvedLocation.get()) overlay.settle()
    const observer = new MutationObserver(nameDialog)
    for (const root of [dialog, document.head])
      observer.observe(root, { childList: true, subtree: true, characterData: true })
    const subscriptions = [
      overlay.router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        focusedBefore = document.activeElement
        if (fromLocation) keepPosition(fromLocation, dialog.scrollTop)
      }),
      overlay.router.subscribe('onRendered', (move) => {
        present(move)
        overlay.settle()
      }),
    ]

    let pressed: EventTarget | null
    const listeners = new AbortController()
    const { signal } = listeners
    dialog.addEventListener('pointerdown', ({ target }) => (pressed = target), { signal })
    dialog.addEventListener('click', ({ target }) => target === dialog && pressed === dialog && close(), { signal })
    const cancel = (event: Event) => {
      // The `cancel` event of a file field in the dialog bubbles up.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    dialog.addEventListener('cancel', cancel, { signal })
    // At a second Escape the browser closes the dialog, even if the first one was prevented.
    dialog.addEventListener('close', close, { signal })

    return () => {
      observer.disconnect()
      listeners.abort()
      subscriptions.forEach((unsubscribe) => unsubscribe())
      const shown: ParsedLocation | undefined = overlay.router.stores.resolvedLocation.get()
      if (shown) keepPosition(shown, dialog.scrollTop)
      document.title = titleOf(pageRouter.router) ?? document.title
      if (!overlay.restoreFocus) return
      dialog.close()
      const { element, href } = opener
      // Some browsers do not focus a clicked link, and a page that was remounted has new links.
      const link =
        element?.isConnected && element !== document.body
          ? element
          : document.querySelector(`main a[href="${CSS.escape(withBasePath(href))}"]`)
      if (link instanceof HTMLElement) link.focus({ preventScroll: true })
    }
  }, [overlay, pageRouter, close, opener])

  return (
    <dialog ref={ref} className={styles.dialog} tabIndex={-1} aria-label={pendingLabel}>
      <div className={styles.sheet}>
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={close}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3 13 13M13 3 3 13" />
          </svg>
        </button>
        {children}
      </div>
    </dialog>
  )
}
