import { decodeEscapes as decode, type Raw, send } from '#tests/bench/conformance/ask.ts'
import { tags } from '#tests/harness/html.ts'

/** The compared parts of a response, and of the page that its redirects lead to. */
export type LocalizedAnswer = {
  readonly status: number
  /** Path and query, decoded. */
  readonly location?: string
  readonly end: {
    readonly url: string
    readonly status: number
    /** The document's language, and the paths of the page by language. Undefined where there is no page. */
    readonly page?: { readonly lang: string; readonly alternates: Readonly<Record<string, string>> }
  }
}

const MAX_REDIRECTS = 5

/** Returns path and query. A query is the same with `+` as with `%20`. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search.replaceAll('+', '%20')
}

/** Returns the URLs of a page by language: next-intl sends them in a header, Fairlead in the document. */
function alternatesOf({ headers, text }: Raw): Record<string, string> {
  const sent = String(headers.link ?? '').matchAll(/<([^>]+)>; rel="alternate"; hreflang="([^"]+)"/g)
  const inHeader = [...sent].map(([, href = '', language = '']) => [language, href] as const)
  const inDocument = tags(text, 'link').flatMap(({ hreflang, href }) =>
    hreflang && href ? [[hreflang, href] as const] : [],
  )
  const all = inDocument.length > 0 ? inDocument : inHeader
  return Object.fromEntries(all.map(([language, href]) => [language, decode(new URL(href).pathname)]))
}

/** Asks for a URL and follows its redirects. */
export async function askLocalized(origin: string, url: string): Promise<LocalizedAnswer> {
  const host = `localhost:${new URL(origin).port}`
  const ask = (asked: string) => send(asked, origin, { host })
  const first = await ask(url)
  let [last, at] = [first, url]
  for (let redirects = 0; last.headers.location !== undefined && redirects < MAX_REDIRECTS; redirects += 1) {
    at = pathOf(new URL(last.headers.location, `http://localhost${pathOf(at)}`).href)
    last = await ask(at)
  }
  const { location } = first.headers
  const lang = /<html[^>]*\slang="([^"]+)"/.exec(last.text)?.[1] ?? ''
  return {
    status: first.status,
    ...(location !== undefined && { location: decode(pathOf(location)) }),
    end: {
      url: decode(at),
      status: last.status,
      ...(last.status === 200 && { page: { lang, alternates: alternatesOf(last) } }),
    },
  }
}
