import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'
import type { PrefetchHandle } from '#app/navigation/prefetch/prefetch-queue.ts'

/** A link that may be prefetched: when, and how to request it. */
export interface ObservedLink {
  /** The trigger before pointer, focus and touch, which count for every link. */
  readonly preload: Trigger
  readonly prefetch: (trigger: Trigger) => Pick<PrefetchHandle<unknown>, 'cancel'> | undefined
}

interface LinkHandlers {
  readonly setInView: (inView: boolean) => void
  readonly requeue: () => void
  /** Called when the pointer or the focus enters the link. */
  readonly enter: () => void
  readonly leave: () => void
  readonly touch: () => void
}

/** Distance outside the window at which a link counts as in view. */
const ROOT_MARGIN = '100px'

// In the order in which they were mounted, which within a page is from top to bottom.
const links = new Map<Element, LinkHandlers>()
let observer: IntersectionObserver | undefined

function observe(element: Element): void {
  observer ??= new IntersectionObserver(
    (changes) => {
      // The last request is served first: the topmost link, and in a row the first.
      const ordered = changes.toReversed().toSorted((a, b) => b.boundingClientRect.top - a.boundingClientRect.top)
      for (const { target, isIntersecting } of ordered) links.get(target)?.setInView(isIntersecting)
    },
    { rootMargin: ROOT_MARGIN },
  )
  observer.observe(element)
}

let isListening = false

/** Listens on the document for all links: five listeners on each of a thousand would slow every navigation down. */
function listen(): void {
  if (isListening) return
  isListening = true
  let hovered: Element | null = null
  const linkOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)
  const find = (link: Element | null) => (link ? links.get(link) : undefined)
  const hover = (link: Element | null) => {
    if (link === hovered) return
    find(hovered)?.leave()
    hovered = link
    find(link)?.enter()
  }
  const on = <TType extends keyof DocumentEventMap>(type: TType, listener: (event: DocumentEventMap[TType]) => void) =>
    // Captured and passive, so that handlers of the page do not matter here.
    document.addEventListener(type, listener, { capture: true, passive: true })
  on('mouseover', ({ target }) => hover(linkOf(target)))
  on('mouseout', ({ relatedTarget }) => hover(linkOf(relatedTarget)))
  on('focusin', ({ target }) => find(linkOf(target))?.enter())
  on('focusout', ({ target }) => find(linkOf(target))?.leave())
  on('touchstart', ({ target }) => find(linkOf(target))?.touch())
}

/**
 * Observes a link and requests prefetches of its target: at once on touch, after `intentDelayMs` on hover and focus, and
 * in view or at render if `preload` says so. A request that is still queued is cancelled when the link leaves the view or
 * the returned function is called. Browser only.
 */
export function observeLink(element: HTMLElement, { preload, prefetch }: ObservedLink): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let handle: ReturnType<ObservedLink['prefetch']>
  let inView = preload === 'render'
  let isObserved = false

  const startObserving = () => {
    isObserved = true
    observe(element)
  }

  const request = (trigger: Trigger) => {
    const previous = handle
    handle = prefetch(trigger)
    // Afterwards, so that a prefetch of both requests stays in the queue.
    previous?.cancel()
    startObserving()
  }
  const leave = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const requestInView = () => {
    if (inView && preload !== 'intent') request(preload)
  }

  listen()
  links.set(element, {
    setInView(isInView) {
      // A link with `render` is requested whether it is in view or not.
      if (preload === 'render') return
      inView = isInView
      if (isInView) requestInView()
      else handle?.cancel()
    },
    requeue: requestInView,
    enter() {
      timer ??= setTimeout(() => request('intent'), PREFETCH.intentDelayMs)
    },
    leave,
    touch: () => request('intent'),
  })
  requestInView()
  if (preload === 'viewport') startObserving()

  return () => {
    links.delete(element)
    // A thousand links may be removed at once, most of them without a timer or observer.
    if (timer !== undefined) leave()
    if (isObserved) observer?.unobserve(element)
    handle?.cancel()
  }
}

/** Requests the links in view again, topmost first: a navigation drops the queue, and data ages. */
export function requeueVisible(): void {
  for (const link of [...links.values()].toReversed()) link.requeue()
}
