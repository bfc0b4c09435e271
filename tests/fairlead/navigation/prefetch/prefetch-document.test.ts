import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DOCUMENT_RULES, PREFETCH_ATTRIBUTE } from '#fairlead/navigation/prefetch/document-rules.ts'
import { EARLY_RULES } from '#fairlead/navigation/prefetch/early-rules.ts'
import { createDocumentPrefetches, decideArrival } from '#fairlead/navigation/prefetch/prefetch-document.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'

describe('the page of a link', () => {
  const soft = { external: false, reloads: false, needsDocument: false }
  const hard = { ...soft, external: true }
  it.each([
    ['of this document arrives in it', { ...soft, to: '/a', link: '/a' }, 'page'],
    ['without a link arrives in this document', { ...soft, to: '/a', link: undefined }, 'page'],
    ['that the server has to decide on', { ...hard, to: '/a?x=1', link: '/a?x=1' }, 'document'],
    ['with a fragment', { ...hard, to: '/a#part', link: '/a' }, 'document'],
    ['whose link asks for a document', { ...soft, reloads: true, to: '/a', link: '/a' }, 'document'],
    ['that this document cannot show', { ...soft, needsDocument: true, to: '/a', link: '/a' }, 'document'],
    [
      'in a language of another domain',
      { ...hard, to: 'https://example.de/a', link: 'https://example.de/a' },
      'document',
    ],
    ['of another site', { ...hard, to: 'https://other.example/a', link: 'https://other.example/a' }, 'unasked'],
    ['after a redirect, which is another document than the link names', { ...hard, to: '/b', link: '/a' }, 'unasked'],
    ['without a link that could be marked', { ...hard, to: '/a', link: undefined }, 'unasked'],
  ] as const)('%s', (_, { external, reloads, needsDocument, to, link }, arrival) => {
    const origin = 'https://example.com'
    const facts = {
      origin,
      reloads,
      needsDocument: () => needsDocument,
      isOwnSite: ({ host }: URL) => host === 'example.de',
    }
    const shown = link === undefined ? undefined : new URL(link, origin).href
    expect(decideArrival({ external, publicHref: to }, shown, facts)).toBe(arrival)
  })
})

class Anchor {
  readonly attributes = new Map<string, string>()
  isConnected = true
  protocol = 'https:'
  rel = ''
  target = ''
  download = ''
  readonly href: string
  readonly origin: string
  constructor(href: string) {
    this.href = href
    this.origin = new URL(href).origin
  }
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  removeAttribute = (name: string) => void this.attributes.delete(name)
}

describe('documents that are prefetched', () => {
  const scripts: string[] = []
  const fetched: string[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    scripts.length = 0
    fetched.length = 0
    vi.stubGlobal('HTMLAnchorElement', Anchor)
    vi.stubGlobal('HTMLScriptElement', { supports: () => true })
    vi.stubGlobal('location', { origin: 'https://a.example' })
    vi.stubGlobal('fetch', async (url: string) => void fetched.push(url))
    vi.stubGlobal('document', {
      querySelector: () => ({ remove: () => scripts.push('the early rules are gone') }),
      createElement: () => ({}),
      querySelectorAll: () => [{ href: 'https://a.example/inline.css' }, { href: 'https://cdn.example/other.css' }],
      head: { append: ({ textContent }: { textContent: string }) => scripts.push(textContent) },
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const links = (count: number) => Array.from({ length: count }, (_, index) => new Anchor(`https://a.example/${index}`))
  const marked = (all: readonly Anchor[]) =>
    all.flatMap(({ attributes }, index) => (attributes.has(PREFETCH_ATTRIBUTE) ? [index] : []))
  const start = (count: number) => {
    const all = links(count)
    const { prefetch, clear } = createDocumentPrefetches()
    return { all, clear, prefetch: (anchor?: Anchor) => prefetch(anchor as unknown as Element) }
  }

  it('follow rules that replace the rules of the document, and that a policy knows', () => {
    start(0)
    expect(scripts).toEqual(['the early rules are gone', DOCUMENT_RULES])
  })

  it('are five at most, of which the newest count', () => {
    const { all, prefetch } = start(8)
    all.forEach(prefetch)
    expect(marked(all)).toEqual([3, 4, 5, 6, 7])
    expect(PREFETCH.concurrency).toBe(5)
  })

  it('are dropped when they are as old as data that is no more fresh, and can be asked for again', () => {
    const { all, prefetch } = start(1)
    prefetch(all[0])
    vi.advanceTimersByTime(PREFETCH.freshMs - 1)
    prefetch(all[0])
    expect(marked(all)).toEqual([0])
    vi.advanceTimersByTime(1)
    expect(marked(all)).toEqual([])
    prefetch(all[0])
    expect(marked(all)).toEqual([0])
  })

  it('come with the styles that the page has inline, once, as far as its policy lets it', () => {
    const { all, prefetch } = start(2)
    expect(fetched).toEqual([])
    all.forEach(prefetch)
    expect(fetched).toEqual(['https://a.example/inline.css'])
  })

  it('make room when their page is gone', () => {
    const { all, prefetch } = start(7)
    all.slice(0, 5).forEach(prefetch)
    for (const anchor of all.slice(1, 5)) anchor.isConnected = false
    all.slice(5).forEach(prefetch)
    expect(marked(all)).toEqual([0, 5, 6])
  })

  it('are dropped by the request that asked for them, but not by an older one', () => {
    const { all, prefetch } = start(1)
    const first = prefetch(all[0])
    const second = prefetch(all[0])
    first()
    expect(marked(all)).toEqual([0])
    second()
    expect(marked(all)).toEqual([])
  })

  it('are all dropped when something that they show has changed', () => {
    const { all, prefetch, clear } = start(3)
    all.forEach(prefetch)
    clear()
    expect(marked(all)).toEqual([])
  })

  it('are rendered if their route says so, but not those of another origin', () => {
    const { prefetch } = createDocumentPrefetches()
    const valueOf = (href: string, prerenders: boolean) => {
      const anchor = new Anchor(href)
      prefetch(anchor as unknown as Element, prerenders)
      return anchor.attributes.get(PREFETCH_ATTRIBUTE)
    }
    expect(valueOf('https://a.example/1', true)).toBe('prerender')
    expect(valueOf('https://a.example/2', false)).toBe('')
    expect(valueOf('https://b.example/1', true)).toBe('')
  })

  it.each([
    ['of a link that changes something', { rel: 'nofollow' }],
    ['that another tab shows', { target: '_blank' }],
    ['that is saved as a file', { download: 'a.pdf' }],
    ['that is no document', { protocol: 'mailto:' }],
  ])('are never those %s', (_, attributes) => {
    const { all, prefetch } = start(1)
    Object.assign(all[0] ?? {}, attributes)
    prefetch(all[0])
    expect(marked(all)).toEqual([])
  })
})

it('before the engine, only a press fetches a document, and never one of a link that changes something', () => {
  const { prefetch } = JSON.parse(EARLY_RULES) as { prefetch: { eagerness: string; where: { and: object[] } }[] }
  expect(prefetch).toMatchObject([{ eagerness: 'conservative', where: { and: [{ href_matches: '/*' }, { not: {} }] } }])
  expect(JSON.stringify(prefetch)).toContain('[rel~=nofollow]')
})
