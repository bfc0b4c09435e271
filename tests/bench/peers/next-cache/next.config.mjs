// The two settings with which the guides begin, and what they ask of pages: the static shell is the frame, what depends
// on the address stands below a Suspense with a fallback, and links that should be ready at the click say
// `prefetch={true}`, as those of the Next.js peer do.
// https://nextjs.org/docs/app/guides/instant-navigation
// https://nextjs.org/docs/app/guides/adopting-partial-prefetching
import { rulesOf } from './shared/rules.js'

export default {
  cacheComponents: true,
  partialPrefetching: true,
  turbopack: { root: import.meta.dirname },
  redirects: async () => rulesOf(Number(process.env.RULES ?? 1_000)),
}
