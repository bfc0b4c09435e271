// The values that an application changes first. Each is a separate export, so that the browser receives
// only what its code imports. `npm run build` and `npm run dev` check them.
import type { Site } from 'fairlead/site'

/** The name of the site. Messages that mention it have the argument `{name}`. */
export const siteName = 'Fairlead'

/** The title of the home page and the description of the site, in the default language. Others translate `shell.site`. */
export const texts = {
  title: 'A navigation layer for TanStack Start',
  description:
    'A navigation layer for TanStack Start: pages that are ready when they are clicked, URLs in every language, and errors that can be looked up.',
} satisfies Site['texts']

/** Returns the title of a document from the title of its page. */
export function documentTitle(page: string): string {
  return `${page} · ${siteName}`
}

/** The title of the not-found page. Other languages translate `shell.site.notFoundTitle`. */
export const notFoundTitle = '404: This page could not be found.'

/** The background of all pages, and of the browser's frame around them, as `#rrggbb`. */
export const themeColors = { light: '#f8f4ea', dark: '#0b1420' } satisfies Site['themeColors']

/** The image in previews of links to this site: in `public/` or elsewhere, 1200 by 630 pixels. `undefined` for none. */
export const openGraphImage: Site['openGraphImage'] = {
  url: '/open-graph.png',
  alt: siteName,
  width: 1200,
  height: 630,
}

/**
 * The path below which all of the site is served, such as `/app`, where a proxy has other applications beside it; empty for
 * a host of its own. Routes, rules, `to` and `href` of links leave it out.
 */
export const basePath: Site['basePath'] = ''

/** Extra web-app-manifest members. Name, colours and icons are derived from the values above. */
export const manifest = { short_name: siteName, display: 'standalone' } satisfies Site['manifest']

/**
 * Origins besides the site's own that pages may load from, as in a Content-Security-Policy: `https://*.example.com`. The kinds
 * are `images`, `fetch`, `frames`, `media`, `fonts`, `styles`, `forms`, `workers` and `scripts`; `wasm: true` allows WebAssembly.
 */
export const contentSources: Site['contentSources'] = {}

/** Pages that are not in the sitemap: paths without a language (`/drafts`), or with all below them (`/drafts/*`). */
export const hiddenFromSitemap = [] satisfies Site['hiddenFromSitemap']

/** True if a CDN is in front of the servers. It then stores pages with a TTL, and documents have nothing of a cookie. */
export const hasCdn: Site['hasCdn'] = false

/** Limits that a test holds the home page of the build to, in bytes of JavaScript after gzip -9. */
export const budgets = {
  /**
   * The page is interactive once it has this much. Of the 134 kB, 113 are for React, the router and Query, 13 for what every page of
   * Fairlead has, 3 for messages, which are no part of the document, and the rest for the page itself.
   */
  javascriptBytes: 134_000,
  /** What follows at once: 53 kB for reports, 19 for server functions, 8 for the navigation engine, and the page's own. */
  deferredJavascriptBytes: 91_500,
} satisfies Site['budgets']
