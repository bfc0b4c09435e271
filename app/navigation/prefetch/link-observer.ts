import { PREFETCH } from '#app/navigation/prefetch/prefetch-limits.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'
import type { PrefetchHandle } from '#app/navigation/prefetch/prefetch-queue.ts'

/** A link that may be prefetched: when, and how to ask for it. */
export interface ObservedLink {
  /** Pointer, focus and touch count for each of them; this is what counts before them. */
  readonly preload: Trigger
  readonly ask: (trigger: Trigger) => Pick<PrefetchHandle<unknown>, 'cancel'> | undefined
}

interface Watched {
  readonly seen: (inView: boolean) => void
  readonly askAgain: () => void
  /** The pointer or the focus has come to it. */
  readonly rest: () => void
  readonly leave: () => void
  readonly touch: () => void
}

/** Distance outside the window at which a link counts as in view. */
const ROOT_MARGIN = '100px'

// In the order in which they were mounted, which within a page is from top to bottom.
const links = new Map<Element, Watched>()
let observer: IntersectionObserver | undefined

function observe(element: Element): void {
  observer ??= new IntersectionObserver(
    (changes) => {
      // The last request is served first: the topmost link, and in a row the first.
      const ordered = changes.toReversed().toSorted((a, b) => b.boundingClientRect.top - a.boundingClientRect.top)
      for (const { target, isIntersecting } of ordered) links.get(target)?.seen(isIntersecting)
    },
    { rootMargin: ROOT_MARGIN },
  )
  observer.observe(element)
}

let isListening = false

/** Hears of all links in one place: five listeners on each of a thousand cost a click more than the new page does. */
function listen(): void {
  if (isListening) return
  isListening = true
  let under: Element | null = null
  const linkOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null)
  const find = (link: Element | null) => (link ? links.get(link) : undefined)
  const point = (link: Element | null) => {
    if (link === under) return
    find(under)?.leave()
    under = link
    find(link)?.rest()
  }
  const on = <TType extends keyof DocumentEventMap>(type: TType, listener: (event: DocumentEventMap[TType]) => void) =>
    // Captured and passive, so that handlers of the page do not matter here.
    document.addEventListener(type, listener, { capture: true, passive: true })
  on('mouseover', ({ target }) => point(linkOf(target)))
  on('mouseout', ({ relatedTarget }) => point(linkOf(relatedTarget)))
  on('focusin', ({ target }) => find(linkOf(target))?.rest())
  on('focusout', ({ target }) => find(linkOf(target))?.leave())
  on('touchstart', ({ target }) => find(linkOf(target))?.touch())
}

/**
 * Turns what a visitor does with a link into asks: at once for a touch, after a moment's rest for pointer and focus,
 * and when it comes into view or is rendered if its author wants that. What still waits in the queue is withdrawn when
 * the link leaves the view or the returned function is called. Browser only.
 */
export function observeLink(element: HTMLElement, { preload, ask }: ObservedLink): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: ReturnType<ObservedLink['ask']>
  let inView = preload === 'render'
  let isObserved = false

  const watch = () => {
    isObserved = true
    observe(element)
  }

  const request = (trigger: Trigger) => {
    const before = asked
    asked = ask(trigger)
    // Only now, so that a prefetch that both want stays in the queue.
    before?.cancel()
    watch()
  }
  const leave = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const want = () => {
    if (inView && preload !== 'intent') request(preload)
  }

  listen()
  links.set(element, {
    seen(now) {
      // One that is rendered but not seen was asked for all the same.
      if (preload === 'render') return
      inView = now
      if (now) want()
      else asked?.cancel()
    },
    askAgain: want,
    rest() {
      timer ??= setTimeout(() => request('intent'), PREFETCH.intentDelayMs)
    },
    leave,
    touch: () => request('intent'),
  })
  want()
  if (preload === 'viewport') watch()

  return () => {
    links.delete(element)
    // A thousand links may go at once, and most of them have neither.
    if (timer !== undefined) leave()
    if (isObserved) observer?.unobserve(element)
    asked?.cancel()
  }
}

/** Asks anew for what is in view, topmost first: a navigation has dropped what waited, and time has passed. */
export function requeueVisible(): void {
  for (const link of [...links.values()].toReversed()) link.askAgain()
}
