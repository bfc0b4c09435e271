import { ask } from '#tests/harness/request.ts'

/** Pages that fail, lead on by themselves or ask for a session, and all but the first of a series. */
const OWN_RESPONSE =
  /\/(?:errors|redirects|private|hook)\/|\/(?:moved|umgezogen)\/|\/(?:account|konto)\b|\/(?:latest|moved|\d{2,})$/

/** Returns the tags of some names in a page, with their URLs. */
export function urlsIn(html: string, names: string, at: string): { tag: string; url: URL }[] {
  return [...html.matchAll(new RegExp(`<(?:${names})\\b[^>]*?\\shref="([^"]*)"[^>]*>`, 'g'))].map(
    ([tag, href = '']) => ({
      tag,
      url: new URL(href.replaceAll('&amp;', '&'), at),
    }),
  )
}

/**
 * Follows every link of a site to itself, from some paths on. Links that choose another language have `rel=nofollow`,
 * where URLs do not name it.
 *
 * @param names of the tags that are followed
 * @returns the paths that were found; for a path that does not answer 200, the status and where it leads
 */
export async function crawl(
  origin: string,
  paths: readonly string[],
  { headers = {}, names = 'a|link' }: { headers?: Record<string, string>; names?: string } = {},
): Promise<{ seen: string[]; wrong: string[] }> {
  const seen = new Set(paths)
  const wrong: string[] = []
  for (let next = [...seen]; next.length > 0;) {
    const found = await Promise.all(
      next.map(async (path) => {
        const { status, text, headers: sent } = await ask(path, { origin, headers })
        if (status !== 200) wrong.push(`${status} ${decodeURI(path)} ${sent.location ?? ''}`)
        return urlsIn(text, names, new URL(path, origin).href)
          .filter(({ tag, url }) => url.port === new URL(origin).port && !tag.includes('nofollow'))
          .map(({ url }) => url.pathname)
      }),
    )
    next = [...new Set(found.flat())].filter((path) => !seen.has(path) && !OWN_RESPONSE.test(path))
    for (const path of next) seen.add(path)
  }
  return { seen: [...seen].map(decodeURI), wrong }
}

/** Returns the URLs that a sitemap names, pages and their alternates. */
export function urlsInSitemap(text: string): URL[] {
  return [...text.matchAll(/(?:<loc>|href=")([^<"]+)/g)].map(([, url = '']) => new URL(url))
}
