import { documentContext } from '#app/errors/document-context.server.ts'
import { renderFeedbackThanks } from '#app/errors/error-document.server.ts'
import { FEEDBACK_THANKS_PATH } from '#app/errors/feedback.server.ts'
import { writeManifest } from '#app/metadata/manifest.ts'
import { createSitemapFilter } from '#app/server/check-site.ts'
import type { Middleware } from '#app/server/pipeline.ts'
import { hiddenFromSitemap } from '#app/site.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { splitLocale } from '#app/navigation/routing-table/match/localized-url.ts'
import { readOrigin } from '#app/navigation/locale/request-info.ts'
import { type SitemapPage, sitemapPath, writeRobots, writeSitemap } from '#app/navigation/locale/sitemap.ts'
import { canonicalPath } from '#app/navigation/routing-table/match/url.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'

const isHidden = createSitemapFilter(hiddenFromSitemap)

function notFound(): Response {
  return new Response('Not Found\n', { status: 404 })
}

/** Renders the page that thanks for feedback which was sent without JavaScript. */
async function feedbackThanks(request: Request, url: URL): Promise<Response> {
  const page = await renderFeedbackThanks(documentContext(request, url.searchParams.get('address') ?? undefined))
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** Returns `/sitemap.xml`, or one of the files of a large one. */
async function sitemap(part: string | undefined, pages: Promise<readonly SitemapPage[]>): Promise<Response> {
  const listed = (await pages).filter((page) => !isHidden(sitemapPath(page)))
  const text = writeSitemap(languages, listed, readOrigin(), part === undefined ? undefined : Number(part))
  if (text === undefined) return notFound()
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

type ReservedPathsOptions = {
  /** Returns the pages to list, without a language. */
  readonly sitemapPages: () => Promise<readonly SitemapPage[]>
  /** Paths that robots are asked not to visit. */
  readonly disallowed: readonly string[]
}

/**
 * Returns the middleware for paths that the server reserves: the page after feedback, `/robots.txt`, the sitemap, the
 * manifest, and
 * 404 for what browsers ask every site for, in any language.
 */
export function createReservedPaths({ sitemapPages, disallowed }: ReservedPathsOptions): Middleware {
  return ({ request, url, pathname }, next) => {
    if (pathname === FEEDBACK_THANKS_PATH) return feedbackThanks(request, url)
    if (pathname === '/robots.txt') {
      return new Response(writeRobots(readOrigin(), disallowed), { headers: { 'content-type': 'text/plain' } })
    }
    if (pathname === '/manifest.webmanifest') {
      return new Response(writeManifest(), {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
      })
    }
    const sitemapFile = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(pathname)
    if (sitemapFile) return sitemap(sitemapFile[1], sitemapPages())
    const { path } = splitLocale(languages, canonicalPath(pathname))
    return reservedAt(path) === 'absent' ? notFound() : next()
  }
}
