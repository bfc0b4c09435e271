import type { Part } from 'fairlead/server'

/** Pages with params for the sitemap. */
export default {
  sitemapPaths: () =>
    Promise.resolve([{ path: '/item/5', lastModified: new Date('2026-11-01T12:00:00Z') }, '/photo/2', '/kept/listed']),
} satisfies Part
