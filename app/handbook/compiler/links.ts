/** Decodes an anchor; returns an anchor that is not well encoded unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A link from a page to a heading or a page of the handbook. `slug` is `undefined` for the page itself. */
export type PageLink = { href: string; slug: string | undefined; anchor: string; address: string }

const PAGE = /^((?:[\w-]+\/)*[\w-]+)\.md(?:#(.*))?$/

/** Returns the slug of a content file: `index.md` is the first page, and `folder/index.md` is the page `folder`. */
export function slugOf(path: string): string {
  return path.replace(/\.md$/, '').replace(/(^|\/)index$/, '')
}

/**
 * Parses a link of the content: a page of the handbook (`segments.md#precedence`, from any page), a heading of the same
 * page (`#precedence`), or a URL of another site, for which it returns `undefined`.
 *
 * @throws Error for any other link, which would break in another language or folder.
 */
export function resolveLink(href: string, file: string): PageLink | undefined {
  if (/^https?:\/\//.test(href)) return undefined
  if (href.startsWith('#')) return { href, slug: undefined, anchor: decode(href.slice(1)), address: href }

  const page = PAGE.exec(href)
  if (!page?.[1]) throw new Error(`${file}: link "${href}"; allowed: page.md, page.md#heading, #heading or https://…`)
  const slug = slugOf(page[1])
  const hash = page[2] ? `#${page[2]}` : ''
  // `localizeLinks` adds the prefix of the visitor's language.
  return { href, slug, anchor: decode(page[2] ?? ''), address: `handbook:${slug && '/'}${slug}${hash}` }
}

/** Replaces the `handbook:` prefix in the links of a compiled page with the handbook's path in one language. */
export function localizeLinks(html: string, base: string): string {
  return html.replaceAll('href="handbook:', `href="${base}`)
}

export type LinkedPage = { file: string; anchors: ReadonlySet<string>; links: PageLink[] }

/**
 * Returns one line per broken link among the pages of one language: its translations, and the English pages that it has
 * not translated. A translation therefore has to keep the ids of headings that other pages link to.
 */
export function brokenLinks(pages: ReadonlyMap<string, LinkedPage>): string[] {
  return [...pages].flatMap(([slug, { file, links }]) =>
    links.flatMap((link) => {
      const target = pages.get(link.slug ?? slug)
      if (!target) return [`${file}: link "${link.href}" leads to no page; allowed: ${listFiles(pages)}`]
      if (link.anchor && !target.anchors.has(link.anchor)) {
        const anchors = [...target.anchors].map((anchor) => `#${anchor}`).join(', ')
        return [`${file}: link "${link.href}" leads to no heading of ${target.file}; allowed: ${anchors || 'none'}`]
      }
      return []
    }),
  )
}

function listFiles(pages: ReadonlyMap<string, LinkedPage>): string {
  return [...pages.keys()].map((slug) => `${slug || 'index'}.md`).join(', ')
}
