/** The attribute of a link whose document the browser should prefetch. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch'

/** The Speculation Rules of a page whose engine has loaded: prefetch the documents of links with the attribute. */
export const DOCUMENT_RULES = JSON.stringify({
  prefetch: [{ source: 'document', where: { selector_matches: `a[${PREFETCH_ATTRIBUTE}]` }, eagerness: 'immediate' }],
})
