import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'
import { DOCUMENT_RULES, PREFETCH_ATTRIBUTE } from '#fairlead/navigation/prefetch/document-rules.ts'

let isStarted = false

/**
 * Lets the browser prefetch the document of a link to this site, by Speculation Rules. Does nothing in a browser
 * without them. The rules are always the same script, so that the policy of a page can allow it by its hash.
 */
export function prefetchDocument(link: Element): void {
  link.setAttribute(PREFETCH_ATTRIBUTE, '')
  if (isStarted || !(HTMLScriptElement as Partial<typeof HTMLScriptElement>).supports?.('speculationrules')) return
  isStarted = true
  const script = document.createElement('script')
  script.type = 'speculationrules'
  script.textContent = DOCUMENT_RULES
  document.head.append(script)
}

/**
 * False for links that change something when they are followed, judged by their attributes: the visitor has not asked
 * for it yet.
 */
const isPrefetchable = ({ protocol, rel, target, download }: HTMLAnchorElement): boolean =>
  /^https?:$/.test(protocol) && !/\bnofollow\b/.test(rel) && /^(?:_self)?$/.test(target) && download === ''

/**
 * Creates the handlers of a plain link. The browser follows it in a new document, which is prefetched after
 * `intentDelayMs` on hover and focus, and at once when the link is pressed. `rel="nofollow"` turns the prefetch off.
 */
export function createDocumentLinks(isAllowed: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (link: Element | null) => {
    if (!(link instanceof HTMLAnchorElement) || link.href === '' || !isPrefetchable(link)) return undefined
    const request = () => {
      if (isAllowed()) prefetchDocument(link)
    }
    const leave = () => clearTimeout(timer)
    return {
      enter() {
        leave()
        timer = setTimeout(request, PREFETCH.intentDelayMs)
      },
      leave,
      press() {
        leave()
        request()
      },
    }
  }
}
