import type { ParsedLocation } from '@tanstack/react-router'
import { DOCUMENT_RULES, PREFETCH_ATTRIBUTE } from '#fairlead/navigation/prefetch/document-rules.ts'
import { EARLY_RULES_ID } from '#fairlead/navigation/prefetch/early-rules.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import { withoutHash } from '#fairlead/navigation/routing-table/match/url.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'

/** The page of a link arrives in this document, in another one, or in one that must not be asked before the click. */
export type Arrival = 'page' | 'document' | 'unasked'

/**
 * Decides how the page of a link arrives. Pure.
 *
 * @param location the target of a click, after all redirects that the browser knows
 * @param link the URL that the link shows, which the browser would prefetch; undefined without a link
 * @param facts `reloads` for a link that asks for a document, `needsDocument` for a page that this document cannot
 *   show, `isOwnSite` for a URL of another origin that is this application's
 */
export function decideArrival(
  { external, publicHref }: Pick<ParsedLocation, 'external' | 'publicHref'>,
  link: string | undefined,
  facts: {
    readonly origin: string
    readonly reloads: boolean
    readonly needsDocument: () => boolean
    readonly isOwnSite: (url: URL) => boolean
  },
): Arrival {
  if (!external && !facts.reloads && !facts.needsDocument()) return 'page'
  const url = new URL(withBasePath(publicHref), facts.origin)
  // A click on a link that redirects asks for the end of the redirects, for which its own document is of no use.
  if (link === undefined || withoutHash(url.href) !== withoutHash(link)) return 'unasked'
  return url.origin === facts.origin || facts.isOwnSite(url) ? 'document' : 'unasked'
}

/**
 * False for links that change something when they are followed, judged by their attributes: the visitor has not asked
 * for it yet.
 */
const isPrefetchable = ({ protocol, rel, target, download }: HTMLAnchorElement): boolean =>
  /^https?:$/.test(protocol) && !/\bnofollow\b/.test(rel) && /^(?:_self)?$/.test(target) && download === ''

/** Replaces the rules of the document, which are for pages without an engine. */
function startRules(): void {
  document.querySelector(`#${EARLY_RULES_ID}`)?.remove()
  if (!(HTMLScriptElement as Partial<typeof HTMLScriptElement>).supports?.('speculationrules')) return
  const script = document.createElement('script')
  script.type = 'speculationrules'
  script.textContent = DOCUMENT_RULES
  document.head.append(script)
}

/** Fetches the style sheets that this page has inline: a page with a policy of its own loads them as files. */
function fetchStyles(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')) {
    if (href.startsWith(`${location.origin}/`)) fetch(href, { priority: 'low' }).catch(() => {})
  }
}

/**
 * Creates the prefetches of documents, by Speculation Rules: no script is told when such a prefetch ends, so at most
 * `concurrency` links are marked, of which the newest count, each for `freshMs`. A link that loses its mark loses its
 * document too, whether it is on its way or there. The rules are always the same script, so that the policy of a page
 * can allow it by its hash. Call once, in the browser.
 */
export function createDocumentPrefetches() {
  const marks = new Map<Element, { readonly timer: ReturnType<typeof setTimeout> }>()
  let hasStyles = false
  startRules()

  function drop(link: Element): void {
    clearTimeout(marks.get(link)?.timer)
    marks.delete(link)
    link.removeAttribute(PREFETCH_ATTRIBUTE)
  }

  return {
    /**
     * Prefetches the document of a link, unless it is there. The returned function drops it.
     *
     * @param prerenders the browser renders the document too, unless it comes from another origin, which has to allow that
     */
    prefetch: (link: Element, prerenders = false): (() => void) => {
      if (!(link instanceof HTMLAnchorElement) || link.href === '' || !isPrefetchable(link)) return () => {}
      const known = marks.get(link)
      const mark = { timer: known?.timer ?? setTimeout(drop, PREFETCH.freshMs, link) }
      // The links of an earlier page are gone.
      for (const other of marks.keys()) if (!other.isConnected) drop(other)
      const [oldest] = marks.keys()
      if (!known && oldest && marks.size >= PREFETCH.concurrency) drop(oldest)
      marks.set(link, mark)
      if (!hasStyles) fetchStyles()
      hasStyles = true
      link.setAttribute(PREFETCH_ATTRIBUTE, prerenders && link.origin === location.origin ? 'prerender' : '')
      // A later request for the same link keeps the document.
      return () => {
        if (marks.get(link) === mark) drop(link)
      }
    },
    /** Drops all documents, because something that they show has changed. */
    clear: (): void => {
      for (const link of marks.keys()) drop(link)
    },
  }
}

export type DocumentPrefetches = ReturnType<typeof createDocumentPrefetches>

/**
 * Creates the handlers of a plain link. The browser follows it in a new document, which is prefetched after
 * `intentDelayMs` on hover and focus, and at once when the link is pressed. `rel="nofollow"` turns the prefetch off.
 */
export function createDocumentLinks(prefetchDocument: (link: Element) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (link: Element | null) => {
    if (!link) return undefined
    const leave = () => clearTimeout(timer)
    return {
      enter() {
        leave()
        timer = setTimeout(prefetchDocument, PREFETCH.intentDelayMs, link)
      },
      leave,
      press() {
        leave()
        prefetchDocument(link)
      },
    }
  }
}
