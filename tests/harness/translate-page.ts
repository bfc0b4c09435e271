import type { Page } from 'playwright-core'

/**
 * Translates a page as browsers do, now and after each change: each text moves into an element that React does not
 * know.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.classList.add('translated-ltr')
    const translate = (node: Node): void => {
      if (node instanceof Element && node.closest('script, style, textarea, font')) return
      if (!(node instanceof Text)) return [...node.childNodes].forEach(translate)
      if (node.data.trim() === '' || node.parentElement?.closest('script, style, textarea, font')) return
      // oxlint-disable-next-line typescript/no-deprecated -- browsers use this element
      const outer = document.createElement('font')
      const inner = outer.appendChild(outer.cloneNode())
      node.replaceWith(outer)
      inner.appendChild(node)
    }
    translate(document.body)
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(translate))).observe(
      document.body,
      { childList: true, subtree: true },
    )
  })
}
