/** The attribute of a link whose document the browser should prefetch. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch'

/** The Speculation Rules of every page: prefetch the documents of this site whose links have the attribute. */
export const DOCUMENT_RULES = JSON.stringify({
  prefetch: [
    {
      source: 'document',
      where: { and: [{ href_matches: '/*' }, { selector_matches: `a[${PREFETCH_ATTRIBUTE}]` }] },
      eagerness: 'immediate',
    },
  ],
})
