import type { AnyRouter } from '@tanstack/react-router'
import { isOffline } from '#fairlead/navigation/loading/connection.ts'
import type { RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { withoutHash } from '#fairlead/navigation/routing-table/match/url.ts'

/** True if a document of this origin cannot be requested now. Other sites may be in reach when this one is not. */
const isOutOfReach = (origin: string) => !navigator.onLine || (isOffline.get() && origin === location.origin)

const isOwnTab = (target: string) => /^(_self)?$/.test(target)

/** Returns the link that the browser will follow in this tab after a click, by loading a document. */
function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || !/^https?:$/.test(link.protocol) || !isOwnTab(link.target)) return undefined
  const isOnPage = link.hash !== '' && withoutHash(link.href) === withoutHash(location.href)
  return isOnPage || link.hasAttribute('download') ? undefined : link
}

/**
 * Makes links and forms that the browser handles wait while the server is out of reach: the browser would replace the
 * page with its error page. The newest navigation wins. Call once, in the browser.
 */
export function holdDocuments(router: AnyRouter, { gate }: RouterDelegates): void {
  addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link || !isOutOfReach(link.origin)) return
    event.preventDefault()
    void router.navigate({ href: link.href, reloadDocument: true })
  })
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const { submitter } = event
    const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
    // Neither a dialog form nor another tab loads a document in this tab.
    if (attribute('method').toLowerCase() === 'dialog' || !isOwnTab(attribute('target'))) return
    const action = attribute('action')
    if (!URL.canParse(action, location.href) || !isOutOfReach(new URL(action, location.href).origin)) return
    event.preventDefault()
    void gate?.(true)?.then((decision) => {
      if (decision === 'open' && form.isConnected) form.requestSubmit(submitter)
    })
  })
}
