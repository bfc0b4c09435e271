/** The attribute of a link whose document the browser should prefetch, or prerender if its value says so. */
export const PREFETCH_ATTRIBUTE = 'data-prefetch'

const rulesFor = (value: 'prerender' | '') => [
  { source: 'document', where: { selector_matches: `a[${PREFETCH_ATTRIBUTE}="${value}"]` }, eagerness: 'immediate' },
]

/** The Speculation Rules of a page whose engine has loaded: they apply to links with the attribute. */
export const DOCUMENT_RULES = JSON.stringify({ prefetch: rulesFor(''), prerender: rulesFor('prerender') })
