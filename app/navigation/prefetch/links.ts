import { PREFETCH } from '#app/navigation/prefetch/limits.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'
import type { Ask } from '#app/navigation/prefetch/queue.ts'

/** A link that may be prefetched: when, and how to ask for it. */
export interface WatchedLink {
  /** Pointer, focus and touch count for each of them; this is what counts before them. */
  readonly preload: Trigger
  readonly ask: (trigger: Trigger) => Pick<Ask<unknown>, 'release'> | undefined
}

interface Watched {
  readonly seen: (inView: boolean) => void
  readonly askAgain: () => void
}

/** How far outside the window a link counts as in view. */
const ROOT_MARGIN = '100px'

// In the order in which they were mounted, which within a page is from top to bottom.
const links = new Map<Element, Watched>()
let observer: IntersectionObserver | undefined

function observe(element: Element): void {
  observer ??= new IntersectionObserver(
    (changes) => {
      // What asks last is served first: the topmost, and in a row the first.
      const ordered = changes.toReversed().toSorted((a, b) => b.boundingClientRect.top - a.boundingClientRect.top)
      for (const { target, isIntersecting } of ordered) links.get(target)?.seen(isIntersecting)
    },
    { rootMargin: ROOT_MARGIN },
  )
  observer.observe(element)
}

/**
 * Turns what a visitor does with a link into asks: at once for a touch, after a moment's rest for pointer and focus,
 * and when it comes into view or is rendered if its author wants that. What still waits in the queue is withdrawn when
 * the link leaves the view or the returned function is called. Browser only.
 */
export function watchLink(element: HTMLElement, { preload, ask }: WatchedLink): () => void {
  const listening = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: ReturnType<WatchedLink['ask']>
  let inView = preload === 'render'

  const request = (trigger: Trigger) => {
    const before = asked
    asked = ask(trigger)
    // Only now, so that a prefetch that both want stays in the queue.
    before?.release()
  }
  const rest = () => {
    timer ??= setTimeout(() => request('intent'), PREFETCH.intentDelayMs)
  }
  const leave = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const on = (type: string, listener: () => void) =>
    element.addEventListener(type, listener, { signal: listening.signal, passive: true })
  on('mouseenter', rest)
  on('focus', rest)
  on('mouseleave', leave)
  on('blur', leave)
  on('touchstart', () => request('intent'))

  const want = () => {
    if (inView && preload !== 'intent') request(preload)
  }
  links.set(element, {
    seen(now) {
      // One that is rendered but not seen was asked for all the same.
      if (preload === 'render') return
      inView = now
      if (now) want()
      else asked?.release()
    },
    askAgain: want,
  })
  want()
  observe(element)

  return () => {
    leave()
    listening.abort()
    observer?.unobserve(element)
    links.delete(element)
    asked?.release()
  }
}

/** Asks anew for what is in view, topmost first: a navigation has dropped what waited, and time has passed. */
export function askAgain(): void {
  for (const link of [...links.values()].toReversed()) link.askAgain()
}
