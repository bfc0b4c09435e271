// As applications are written for Next.js 16 with Cache Components: a static shell, what is of one request below a
// Suspense, and prefetches of the shell alone.
import { rulesOf } from './shared/rules.js'

export default {
  cacheComponents: true,
  partialPrefetching: true,
  turbopack: { root: import.meta.dirname },
  redirects: async () => rulesOf(Number(process.env.RULES ?? 1_000)),
}
