// `virtual:routing/rewrite` in a browser that loads the public paths of each language when they are needed.

import type { AnyRouter, LocationRewrite } from '@tanstack/react-router'
import { loaders } from 'virtual:routing/path-loaders'
import { readFirstPage } from '#fairlead/navigation/locale/hreflang-links.tsx'
import { createUrlRewrite } from '#fairlead/navigation/locale/url-rewrite.ts'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import type { RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { installLazily } from '#fairlead/navigation/loading/route-load-limit.ts'

export { buildPublicUrl } from '#fairlead/navigation/locale/build-public-url.ts'

export const urlRewrite = (host: string | undefined): LocationRewrite | undefined =>
  createUrlRewrite(languages, host, { first: readFirstPage() })

const fetchCode = () => import('#fairlead/navigation/routing-table/client/install-paths.ts')

/** Returns a function that fetches the paths of the page's language, and the rules. */
export function installPaths(
  router: AnyRouter,
  delegates: RouterDelegates,
  fetchRules: (() => Promise<void>) | undefined,
): () => Promise<void> {
  const fetchPaths = installLazily(async () => (await fetchCode()).installPaths(router, delegates, loaders))
  return async () => void (await Promise.all([fetchRules?.(), fetchPaths()]))
}

/** Loads the paths of all languages. After a failure, the next navigation tries again. */
export const loadAllPaths = (): void =>
  void fetchCode()
    .then((code) => code.loadAllPaths())
    .catch(() => {})
