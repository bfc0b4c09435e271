// What the site is called and how browsers present it. Each value is an export of its own, so that the browser receives only
// what its code imports. Builds check them.
import type { Site } from 'fairlead/site'

export const siteName = 'Harbour'

/** The title of the home page and the description of the site, in the default language. */
export const texts = {
  title: 'A harbour',
  description: 'What the tests of the library are run against.',
} satisfies Site['texts']

/** Returns the title of a document from the title of its page. */
export function documentTitle(page: string): string {
  return `${page} · ${siteName}`
}

/** The title of the not-found page. */
export const notFoundTitle = '404: This page could not be found.'

/** The background of all pages, and of the browser's frame around them, as `#rrggbb`. */
export const themeColors = { light: '#fbfaf6', dark: '#10151d' } satisfies Site['themeColors']

/** The image in previews of links: in `public/` or elsewhere, 1200 by 630 pixels. */
export const openGraphImage: Site['openGraphImage'] = {
  url: '/open-graph.png',
  alt: siteName,
  width: 1200,
  height: 630,
}

/** The path below which all of the site is served, such as `/app`; empty for a host of its own. */
export const basePath: Site['basePath'] = ''

/** Web-app-manifest members beside the name and the colours. */
export const manifest = { short_name: siteName, display: 'standalone' } satisfies Site['manifest']

/** Origins besides the site's own that pages may load from, such as `{ images: ['https://images.example.com'] }`. */
export const contentSources: Site['contentSources'] = {}

/** Pages that are not in the sitemap: paths without a language (`/drafts`), or with all below them (`/drafts/*`). */
export const hiddenFromSitemap = [] satisfies Site['hiddenFromSitemap']

/** True if a CDN is in front of the servers. */
export const hasCdn: Site['hasCdn'] = false

/** Limits for the JavaScript of the home page, in bytes after gzip -9: until it is interactive, and what follows. */
export const budgets = { javascriptBytes: 130_000, deferredJavascriptBytes: 90_000 } satisfies Site['budgets']
