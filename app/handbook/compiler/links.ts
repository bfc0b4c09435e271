import { safeDecode } from '#app/navigation/routing-table/match/url-encoding.ts'

/** A link from a page to a heading or a page of the handbook. `slug` is `undefined` for the page itself. */
export type PageLink = { href: string; slug: string | undefined; anchor: string; address: string }

const PAGE = /^((?:[\w-]+\/)*[\w-]+)\.md(?:#(.*))?$/

/** The slug of a content file: `index.md` is the first page, and a folder's `index.md` the folder's own. */
export function slugOf(path: string): string {
  return path.replace(/\.md$/, '').replace(/(^|\/)index$/, '')
}

/**
 * Reads a link as it is written in the content: a page of the handbook (`segments.md#precedence`, from any page), a
 * heading of the same page (`#precedence`), or an address on another site, for which it gives `undefined`.
 *
 * @throws Error for any other kind, which would break when the visitor's language or the folder changes.
 */
export function resolveLink(href: string, file: string): PageLink | undefined {
  if (/^https?:\/\//.test(href)) return undefined
  if (href.startsWith('#')) return { href, slug: undefined, anchor: safeDecode(href.slice(1)), address: href }

  const page = PAGE.exec(href)
  if (!page?.[1]) throw new Error(`${file}: link "${href}"; allowed: page.md, page.md#heading, #heading or https://…`)
  const slug = slugOf(page[1])
  const hash = page[2] ? `#${page[2]}` : ''
  // The visitor's language is not known before the page is asked for.
  return { href, slug, anchor: safeDecode(page[2] ?? ''), address: `handbook:${slug && '/'}${slug}${hash}` }
}

/** Puts the address of the handbook in the visitor's language into the links of a compiled page. */
export function localizeLinks(html: string, base: string): string {
  return html.replaceAll('href="handbook:', `href="${base}`)
}

/** What the check needs to know of a page as visitors of one language see it. */
export type LinkedPage = { file: string; anchors: ReadonlySet<string>; links: PageLink[] }

/**
 * Finds the links that lead nowhere for the visitors of one language. Their pages are the translations and, where
 * there is none, the English ones, so a translation has to keep the headings that others link to.
 */
export function brokenLinks(pages: ReadonlyMap<string, LinkedPage>): string[] {
  return [...pages].flatMap(([slug, { file, links }]) =>
    links.flatMap((link) => {
      const target = pages.get(link.slug ?? slug)
      if (!target) return [`${file}: link "${link.href}" leads to no page; allowed: ${known(pages)}`]
      if (link.anchor && !target.anchors.has(link.anchor)) {
        const anchors = [...target.anchors].map((anchor) => `#${anchor}`).join(', ')
        return [`${file}: link "${link.href}" leads to no heading of ${target.file}; allowed: ${anchors || 'none'}`]
      }
      return []
    }),
  )
}

function known(pages: ReadonlyMap<string, LinkedPage>): string {
  return [...pages.keys()].map((slug) => `${slug || 'index'}.md`).join(', ')
}
