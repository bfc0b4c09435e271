import type { JSX } from 'react'

type LinkProps = JSX.IntrinsicElements['link']

/**
 * Longest style sheets of a page that are part of its document, in characters: compressed, both together fit what a server
 * sends before the browser has acknowledged anything, some 14 kB.
 */
export const INLINE_LIMIT = 24_000

/**
 * Returns the text of a page's style sheets, if all of them are plain ones of the build and within the limit: a single
 * fetched one keeps the page waiting.
 */
export function inlinedStyles(
  links: readonly LinkProps[],
  texts: Readonly<Record<string, string>>,
  limit = INLINE_LIMIT,
): string | undefined {
  let css = ''
  const seen = new Set<string>()
  for (const { rel, href = '', ...others } of links) {
    if (rel !== 'stylesheet' || seen.has(href)) continue
    seen.add(href)
    const text = Object.keys(others).length === 0 && Object.hasOwn(texts, href) ? texts[href] : undefined
    if (text === undefined || css.length + text.length > limit) return undefined
    css += text
  }
  return css || undefined
}
