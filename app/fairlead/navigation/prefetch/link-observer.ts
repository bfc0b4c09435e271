import type { createDocumentLinks } from '#fairlead/navigation/prefetch/prefetch-document.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import type { PreloadTriggers } from '#fairlead/navigation/prefetch/preload-option.ts'
import type { PrefetchHandle, Trigger } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

export interface ObservedLink extends PreloadTriggers {
  /** Returns the options of the link's navigation. */
  readonly destination: () => object
}

/** Distance outside the window at which a link counts as in view. */
const ROOT_MARGIN = '100px'

/**
 * Observes links and requests prefetches of their targets: at once when they are pressed, after `intentDelayMs` on
 * hover and focus, and in view or at render if `preload` asks for it. A request that is still queued is cancelled when
 * the link leaves the view or is removed. Call once, in the browser.
 *
 * @param present the links that the page already has; they are requested at the first `requeue`
 * @param prefetchCode fetches the code alone, which needs no place in the queue
 * @param documentLink returns the handlers of any other link, if it has some
 */
export function observeLinks(
  present: ReadonlyMap<Element, ObservedLink>,
  prefetch: (destination: object, trigger: Trigger, link: Element) => Pick<PrefetchHandle, 'cancel'>,
  prefetchCode: (destination: object) => void,
  documentLink?: ReturnType<typeof createDocumentLinks>,
) {
  // The links in the order in which they were mounted, which within a page is from top to bottom.
  const links = new Map<Element, ReturnType<typeof createHandlers>>()
  const linkOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)
  const find = (link: Element | null) => (link && links.get(link)) ?? documentLink?.(link)

  const observer = new IntersectionObserver(
    (changes) => {
      // The last request is served first, so the topmost link comes last, and in a row the first one.
      const ordered = changes.toReversed().toSorted((a, b) => b.boundingClientRect.top - a.boundingClientRect.top)
      for (const { target, isIntersecting } of ordered) links.get(target)?.setInView(isIntersecting)
    },
    { rootMargin: ROOT_MARGIN },
  )

  function createHandlers(element: Element, { code, data, destination }: ObservedLink) {
    let timer: ReturnType<typeof setTimeout> | undefined
    let handle: ReturnType<typeof prefetch> | undefined
    let inView = data === 'render'
    let isObserved = false

    const startObserving = () => {
      isObserved = true
      observer.observe(element)
    }
    const request = (trigger: Trigger) => {
      const previous = handle
      handle = prefetch(destination(), trigger, element)
      // The old handler is cancelled after the new one has started, so that a prefetch that both request stays in the
      // queue.
      previous?.cancel()
      startObserving()
    }
    const leave = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const requestInView = () => {
      if (inView && data && data !== 'intent') request(data)
    }
    /** A prefetch of data includes the code. */
    const requestAtIntent = () => {
      if (data) request('intent')
      else if (code) prefetchCode(destination())
    }
    if (data === 'viewport' || code === 'viewport') startObserving()
    return {
      setInView(isInView: boolean) {
        if (isInView && code === 'viewport') prefetchCode(destination())
        // A link with `render` is requested whether or not it is in view.
        if (data === 'render') return
        inView = isInView
        if (isInView) requestInView()
        else handle?.cancel()
      },
      requeue() {
        if (code === 'render') prefetchCode(destination())
        requestInView()
      },
      enter() {
        timer ??= setTimeout(requestAtIntent, PREFETCH.intentDelayMs)
      },
      leave,
      /** Handles a press of a finger or the main button: a click is about to follow. */
      press() {
        leave()
        requestAtIntent()
      },
      remove() {
        // A thousand links may be removed at once, most of them without a timer or observer.
        if (timer !== undefined) leave()
        if (isObserved) observer.unobserve(element)
        handle?.cancel()
      },
    }
  }

  let hovered: Element | null = null
  const hover = (link: Element | null) => {
    if (link === hovered) return
    find(hovered)?.leave()
    hovered = link
    find(link)?.enter()
  }
  // The listeners are on the document, for all links: five listeners on each of a thousand links would slow every
  // navigation. They are captured and passive, so that handlers of the page do not matter here.
  const on = <TType extends keyof DocumentEventMap>(type: TType, listener: (event: DocumentEventMap[TType]) => void) =>
    document.addEventListener(type, listener, { capture: true, passive: true })
  on('mouseover', ({ target }) => hover(linkOf(target)))
  on('mouseout', ({ relatedTarget }) => hover(linkOf(relatedTarget)))
  on('focusin', ({ target }) => find(linkOf(target))?.enter())
  on('focusout', ({ target }) => find(linkOf(target))?.leave())
  on('touchstart', ({ target }) => find(linkOf(target))?.press())
  // The data may have expired under a resting pointer.
  on('mousedown', ({ target, button }) => {
    if (button === 0) find(linkOf(target))?.press()
  })

  for (const [element, link] of present) links.set(element, createHandlers(element, link))
  hover(document.querySelector('a:hover'))
  find(linkOf(document.activeElement))?.enter()

  return {
    add(element: Element, link: ObservedLink) {
      const handlers = createHandlers(element, link)
      links.set(element, handlers)
      handlers.requeue()
      // A part of the page may hydrate late, under a pointer that rests.
      if (element === hovered || element === document.activeElement) handlers.enter()
    },
    remove(element: Element) {
      links.get(element)?.remove()
      links.delete(element)
    },
    /** Requests the links in view again, topmost first, because a navigation drops the queue, and data ages. */
    requeue: () => {
      for (const link of [...links.values()].toReversed()) link.requeue()
    },
  }
}
