import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'

const asked = new Set<string>()

/**
 * Has the browser prefetch a document of this site by Speculation Rules, once. Does nothing where it has none of them.
 *
 * @param url a URL, or a path of this site
 */
export function prefetchDocument(url: string): void {
  const { href, origin } = new URL(url, location.href)
  const [page = href] = href.split('#', 1)
  if (origin !== location.origin || asked.has(page) || page === location.href.split('#', 1)[0]) return
  if (!(HTMLScriptElement as Partial<typeof HTMLScriptElement>).supports?.('speculationrules')) return
  asked.add(page)
  const script = document.createElement('script')
  script.type = 'speculationrules'
  // Read as a property: browsers hide the attribute. The document of a cached page has none, and its policy names such scripts.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [page] }] })
  document.head.append(script)
}

const isPrefetchable = ({ protocol, rel, target, download }: HTMLAnchorElement): boolean =>
  /^https?:$/.test(protocol) && !/\bnofollow\b/.test(rel) && /^(?:_self)?$/.test(target) && download === ''

/**
 * Creates the handlers of a plain link: the browser follows it in a new document, which is prefetched after `intentDelayMs`
 * on hover and focus, and at once when it is pressed. `rel="nofollow"` keeps a link from that.
 */
export function createDocumentLinks(isAllowed: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (link: Element | null) => {
    if (!(link instanceof HTMLAnchorElement) || link.href === '' || !isPrefetchable(link)) return undefined
    const request = () => {
      if (isAllowed()) prefetchDocument(link.href)
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
