import type { AnyRouter } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { PageRouter } from './install-interception.ts'
import type { OverlayRouter } from './overlay-router.ts'
import styles from './dialog.module.css'

/** The title of the document that a router's matches ask for: the last one counts. */
function titleOf(router: AnyRouter): string | undefined {
  const matches = router.stores.matches.get() as { meta?: ({ title?: string } | undefined)[] }[]
  return matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title !== undefined)?.title
}

/** The dialog is named by the heading of what it shows, whichever that is by now. */
function label(dialog: HTMLDialogElement): HTMLElement | null {
  const heading = dialog.querySelector<HTMLElement>('h1, h2, [role="heading"]')
  if (heading) {
    heading.id ||= 'opened-heading'
    heading.tabIndex = -1
    dialog.setAttribute('aria-labelledby', heading.id)
  } else {
    dialog.removeAttribute('aria-labelledby')
  }
  return heading
}

/**
 * The native modal dialog: the browser makes the rest inert, keeps the focus in and answers Escape. What it cannot know
 * is that closing means going back, what the document is called meanwhile, and where the focus was if it is asked to
 * open from the history.
 */
export function Dialog(props: {
  second: OverlayRouter
  host: PageRouter
  close: () => void
  label: string
  children: ReactNode
}) {
  const { second, host, close } = props
  const ref = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => ({ element: document.activeElement, href: host.page.browser.location.href }))

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    let before: Element | null = dialog

    const settle = (scroll: boolean) => {
      const heading = label(dialog)
      document.title = titleOf(second.router) ?? document.title
      const active = document.activeElement
      // A target that took the focus itself keeps it.
      if (active === before || !active || !dialog.contains(active)) (heading ?? dialog).focus({ preventScroll: true })
      if (scroll) dialog.scrollTop = 0
      before = document.activeElement
    }

    dialog.showModal()
    before = document.activeElement
    settle(false)
    const observer = new MutationObserver(() => label(dialog))
    observer.observe(dialog, { childList: true, subtree: true })
    const subscriptions = [
      second.router.subscribe('onBeforeLoad', () => {
        before = document.activeElement
      }),
      second.router.subscribe('onRendered', ({ pathChanged }) => settle(pathChanged)),
    ]

    let pressed: EventTarget | null
    const listeners = new AbortController()
    const { signal } = listeners
    dialog.addEventListener('pointerdown', ({ target }) => (pressed = target), { signal })
    dialog.addEventListener('click', ({ target }) => target === dialog && pressed === dialog && close(), { signal })
    dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal })
    dialog.addEventListener('cancel', close, { signal })
    // The browser closes it for good at a second Escape, whatever the first one was told.
    dialog.addEventListener('close', close, { signal })

    return () => {
      observer.disconnect()
      listeners.abort()
      subscriptions.forEach((unsubscribe) => unsubscribe())
      document.title = titleOf(host.router) ?? document.title
      if (!second.restoreFocus) return
      dialog.close()
      const { element, href } = opener
      // Some browsers do not focus a link that is clicked, and a page that was left and came back has new links.
      const link =
        element?.isConnected && element !== document.body
          ? element
          : document.querySelector(`main a[href="${CSS.escape(href)}"]`)
      if (link instanceof HTMLElement) link.focus({ preventScroll: true })
    }
  }, [second, host, close, opener])

  return (
    <dialog ref={ref} className={styles.dialog} tabIndex={-1}>
      <div className={styles.sheet}>
        <button type="button" className={styles.close} aria-label={props.label} onClick={close}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3 13 13M13 3 3 13" />
          </svg>
        </button>
        {props.children}
      </div>
    </dialog>
  )
}
