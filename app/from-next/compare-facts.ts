import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The facts of an answer that visitors and robots notice: values by the name of the fact. */
export type Facts = Readonly<Record<string, readonly string[]>>

export type Difference = {
  readonly what: string
  readonly old: string
  readonly new: string
  /** True for a difference that is shown but not counted. */
  readonly isNote?: boolean
}

export type Answer = {
  /** The address that was asked. */
  readonly url: URL
  /** Omitted for a page in a browser, because HTTP has given it already. */
  readonly status?: string
  readonly headers?: Headers
  readonly body: string
  readonly isHtml: boolean
  /** True for the document after its scripts ran, where `<noscript>` has no meaning. */
  readonly isScripted: boolean
  /** The text that a browser shows; without it, the text of the markup. */
  readonly text?: string
}

/** Returns a URL of a server. A path such as `//example.com` does not lead to another server. */
export function urlAt(origin: URL, path: string): URL {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  return Object.assign(new URL(origin), { pathname, search })
}

/** Headers that belong to one connection or one moment, and headers that are another fact. */
const IGNORED_HEADERS =
  /^(connection|keep-alive|proxy-authenticate|te|trailer|transfer-encoding|upgrade|age|content-length|date|etag|last-modified|server-timing|location|x-robots-tag)$/

/** Elements that do not begin a new word. */
const INLINE =
  /^(a|abbr|b|bdi|bdo|button|cite|code|data|del|dfn|em|i|ins|kbd|label|mark|output|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/

const unique = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

const list = (text: string, separator: RegExp): string[] =>
  unique(text.split(separator).map((part) => part.trim().replaceAll(/\s+/g, ' '))).filter(Boolean)

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const isElement = (node: Node): node is Element => 'tagName' in node

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

/** Returns a text without the server's origin, so that two servers can be compared. */
const withoutOrigin = (text: string, origin: string): string =>
  text.split(origin).reduce((done, rest) => done + (/^[\w.:-]/.test(rest) ? origin : '') + rest)

/** Visits a node and all below it, in order. It uses no recursion, because a page may nest deeper than the stack. */
function walk(root: Node, visit: (node: Node | string) => unknown): void {
  const stack: (Node | string)[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (visit(node) === false || typeof node === 'string') continue
    const isBlock = isElement(node) && !INLINE.test(node.tagName)
    if (isBlock) stack.push(' ')
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) stack.push(child)
    if (isBlock) stack.push(' ')
  }
}

/** Returns the elements below a node, in their order. */
export function elementsOf(root: Node): Element[] {
  const found: Element[] = []
  walk(root, (node) => {
    if (typeof node !== 'string' && isElement(node)) found.push(node)
  })
  return found
}

/** Returns the text directly in an element, unchanged. */
export const contentOf = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

function textOf(root: Node, isScripted: boolean): string[] {
  let text = ''
  walk(root, (node) => {
    if (typeof node === 'string') text += node
    else if (node.nodeName === '#text' && 'value' in node) text += node.value
    else if (isElement(node))
      return (
        !/^(head|script|style|iframe)$/.test(node.tagName) &&
        attribute(node, 'hidden') === undefined &&
        !(isScripted && node.tagName === 'noscript')
      )
  })
  return words(text)
}

/** Returns the values of data, each with its path. The order of keys does not matter. */
function leavesOf(value: unknown, path: string): string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.length === 0
    ? [`${path}=${JSON.stringify(value)}`]
    : entries.flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`))
}

function jsonLd(texts: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return texts.flatMap((text) => {
    try {
      const data = JSON.parse(text) as { '@type'?: unknown } | null
      const type = JSON.stringify(data?.['@type'] ?? '').replaceAll('"', '')
      const count = (seen.get(type) ?? 0) + 1
      seen.set(type, count)
      return leavesOf(data, count === 1 ? type : `${type} ${count}`)
    } catch {
      return [`not JSON: ${text.trim()}`]
    }
  })
}

/** Resolves addresses; text that is no URL stays unchanged. */
const resolverAt = (base: URL) => (href: string) => (URL.canParse(href, base) ? new URL(href, base).href : href)

function headerFacts(headers: Headers, resolve: (href: string) => string): Facts {
  const facts: Record<string, string[]> = { location: [headers.get('location') ?? ''].filter(Boolean).map(resolve) }
  for (const [name, value] of headers) {
    if (IGNORED_HEADERS.test(name)) continue
    if (name === 'link') facts['header link'] = list(value, /,\s*(?=<)/)
    // Each answer has a new nonce.
    else if (name.startsWith('content-security-policy'))
      facts[`header ${name}`] = list(value.replaceAll(/'nonce-[^']*'/g, "'nonce-…'"), /;/)
    else if (name !== 'set-cookie') facts[`header ${name}`] = list(value.toLowerCase(), /[,;]/)
  }
  const cookies = headers.getSetCookie().map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';')
    const shown = attributes.map((each) =>
      each
        .trim()
        .replace(/^expires=.*/i, 'expires')
        .toLowerCase(),
    )
    return [pair.split('=', 1)[0]?.trim(), ...shown.toSorted()].join('; ')
  })
  return { ...facts, 'header set-cookie': cookies }
}

function pageFacts({ url, body, headers, isScripted, text }: Answer): Facts {
  const page = parse(body, { scriptingEnabled: isScripted })
  const elements = elementsOf(page)
  const all = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName))
  const values = (found: readonly Element[], name: string) => found.flatMap((each) => attribute(each, name) ?? [])
  const resolve = resolverAt(new URL(resolverAt(url)(values(all('base'), 'href')[0] ?? ''), url))
  const metas = (key: string, test: RegExp) => all('meta').filter((meta) => test.test(attribute(meta, key) ?? ''))
  const pairs = (key: string, test: RegExp) =>
    metas(key, test).map((meta) => `${attribute(meta, key)}=${attribute(meta, 'content')}`)
  const links = (rel: string) => all('link').filter((link) => words(attribute(link, 'rel') ?? '').includes(rel))
  const formLine = (element: Element) => {
    let form: Node | null = element
    while (form && form.nodeName !== 'form') form = 'parentNode' in form ? form.parentNode : null
    const own = (name: string) =>
      attribute(element, `form${name}`) ?? (form && isElement(form) ? attribute(form, name) : undefined)
    const type = attribute(element, 'type') ?? { input: 'text', button: 'submit' }[element.tagName] ?? element.tagName
    const field = element === form ? '' : ` ${attribute(element, 'name')} (${type})`
    return `${(own('method') ?? 'get').toLowerCase()} ${resolve(own('action') ?? '')}${field}`
  }
  const robots = [
    headers?.get('x-robots-tag') ?? '',
    ...values(metas('name', /^(robots|googlebot|bingbot)$/i), 'content'),
  ]
  return {
    title: all('title')
      .slice(0, 1)
      .map((title) => words(contentOf(title)).join(' ')),
    description: values(metas('name', /^description$/i), 'content'),
    canonical: values(links('canonical'), 'href').map(resolve),
    hreflang: links('alternate')
      .filter((link) => attribute(link, 'hreflang') !== undefined)
      .map((link) => `${attribute(link, 'hreflang')} ${resolve(attribute(link, 'href') ?? '')}`),
    robots: list(robots.join(',').toLowerCase(), /,/),
    'json-ld': jsonLd(
      all('script')
        .filter((script) => attribute(script, 'type') === 'application/ld+json')
        .map(contentOf),
    ),
    'open graph': pairs('property', /:/),
    twitter: pairs('name', /^twitter:/),
    lang: values(all('html'), 'lang'),
    dir: values(all('html'), 'dir'),
    headings: all('h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(
      (heading) => `${heading.tagName} ${textOf(heading, isScripted).join(' ')}`,
    ),
    links: values(all('a', 'area'), 'href').map(resolve),
    forms: all('form', 'input', 'select', 'textarea', 'button')
      .filter((element) => element.tagName === 'form' || attribute(element, 'name'))
      .map(formLine),
    text: text === undefined ? textOf(page, isScripted) : words(text),
  }
}

/** Facts whose values have an order, and may repeat. */
const SEQUENCES: ReadonlySet<string> = new Set(['headings', 'text'])

/** Returns the facts of an answer. The body of a redirect has none: nobody sees it. */
export function factsOf(answer: Answer): Facts {
  const { url, status, headers, body, isHtml } = answer
  const facts = Object.entries({
    ...(status === undefined ? {} : { status: [status] }),
    ...(headers && headerFacts(headers, resolverAt(url))),
    ...(headers?.has('location') ? {} : isHtml ? pageFacts(answer) : { text: words(body) }),
  }).map(([what, values]) => {
    const own = values.map((value) => withoutOrigin(value, url.origin))
    return [what, SEQUENCES.has(what) ? own : unique(own)]
  })
  return Object.fromEntries(facts) as Facts
}

const SHOWN_WORDS = 8

/** True for a fact that is compared even if one side has none. Facts of a page are not compared with a redirect. */
const isCompared = (what: string, old: Facts, next: Facts): boolean =>
  (what in old && what in next) ||
  /^(status|page)$/.test(what) ||
  (what.startsWith('header ') && 'location' in old && 'location' in next)

/**
 * Returns the differences, one for each fact: the values that only one side has, or the place where a sequence begins
 * to differ.
 */
export function differencesOf(old: Facts, next: Facts): Difference[] {
  const names = new Set([...Object.keys(old), ...Object.keys(next)])
  return [...names].flatMap((what) => {
    if (!isCompared(what, old, next)) return []
    const [before, after] = [old[what] ?? [], next[what] ?? []]
    const longer = before.length > after.length ? before : after
    const first = longer.findIndex((_, at) => before[at] !== after[at])
    if (first === -1) return []
    const only = (values: readonly string[], others: ReadonlySet<string>) =>
      values.filter((value) => !others.has(value)).join(', ')
    const piece = (values: readonly string[]) => values.slice(first, first + SHOWN_WORDS).join(' ')
    const [oldOnly, newOnly] = [only(before, new Set(after)), only(after, new Set(before))]
    const isPiece = what === 'text' || oldOnly + newOnly === ''
    return [{ what, old: isPiece ? piece(before) : oldOnly, new: isPiece ? piece(after) : newOnly }]
  })
}
