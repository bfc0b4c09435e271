import type { AnyRouter, StaticDataRouteOption } from '@tanstack/react-router'
import { registerFastPath, preparedResponse } from '#app/server/page-cache/fast-path.server.ts'
import { getCacheKey } from '#app/server/page-cache/cache-key.ts'
import type { CachedPage } from '#app/server/page-cache/cached-page.ts'
import { createPageCache } from '#app/server/page-cache/page-cache.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { renderShared } from '#app/server/render/error-boundary.server.ts'
import { findDomain } from '#app/navigation/locale/locale-url.ts'
import { decideLanguage } from '#app/server/middleware/locale.server.ts'
import { languages } from '#app/navigation/locale/locale.ts'
import { readOrigin } from '#app/navigation/locale/request-info.ts'
import { hasNoRules } from '#app/server/middleware/routing-table.server.ts'
import { getRewrite, runWithRewrite } from '#app/navigation/routing-table/rewrite-context.ts'
import { keptDocumentPolicy } from '#app/server/security-headers.server.ts'

/** What the application lends to this door. */
type Application = {
  /** The cookie of visitors with a session. */
  session: string
  /** Makes the page of a request that stands for everyone's; `asked` is the one that gave rise to it. */
  make: (request: Request, asked: Request) => Promise<Response>
}

/**
 * Answers pages that are the same for everyone from what is kept of them.
 *
 * @param map a router that is asked which routes there are
 * @returns a function that gives `undefined` where the page has to be made for its visitor
 */
export function createPageCacheMiddleware(
  map: AnyRouter,
  { session, make }: Application,
): (request: Request) => Promise<Response | undefined> | undefined {
  function isKept(pathname: string): boolean {
    const [, params, route] = map.getMatchedRoutes(pathname)
    const { staticData } = (route?.options ?? {}) as { staticData?: StaticDataRouteOption }
    return staticData?.kept === true && params['**'] === undefined
  }

  const pages = createPageCache({
    render({ pathname, domain, theme }, asked) {
      const headers = new Headers({ accept: 'text/html' })
      if (domain !== undefined) headers.set('host', domain)
      if (theme !== undefined) headers.set('cookie', `theme=${theme}`)
      const request = new Request(new URL(pathname, readOrigin()), { headers })
      return runWithRewrite({ rewrittenUrl: null, host: domain }, () =>
        renderShared(request, () => make(request, asked)),
      )
    },
    policy: (sources) => keptDocumentPolicy(sources, readEnv()),
  })

  const beyondRules = new WeakMap<CachedPage, boolean>()

  // What is kept lies at an address in its one spelling. Once no rule has a say in that, a request that names it letter
  // for letter needs nothing else to be looked at, but for the first page its language.
  registerFastPath(({ method = '', url = '', headers }) => {
    const header = (name: string) => headers[name] as string | undefined
    const domain = findDomain(languages, header('host'))?.domain
    const asked = { method, pathname: url, search: '', cookie: header('cookie'), domain }
    const decision = getCacheKey(asked, session, () => true)
    const page = decision.type === 'kept' ? pages.find(decision.key) : undefined
    if (!page) return undefined
    let isBeyond = beyondRules.get(page)
    if (isBeyond === undefined) beyondRules.set(page, (isBeyond = hasNoRules(url, domain)))
    if (!isBeyond || (url === '/' && decideLanguage(url, '', header).type !== 'serve')) return undefined
    return preparedResponse(page, headers)
  })

  return (request) => {
    // At the address of another page it is not the page of its address.
    if (getRewrite()?.rewrittenUrl !== null) return undefined
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    const domain = findDomain(languages, headers.get('host') ?? undefined)?.domain
    const asked = { method, pathname, search, cookie: headers.get('cookie') ?? undefined, domain }
    const decision = getCacheKey(asked, session, isKept)
    return decision.type === 'kept' ? pages.respond(decision.key, request) : undefined
  }
}
