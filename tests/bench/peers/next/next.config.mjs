// The defaults of create-next-app: Turbopack, and no experimental setting.
// https://nextjs.org/docs/app/getting-started/installation
// https://nextjs.org/docs/app/api-reference/config/next-config-js/redirects
import { rulesOf } from './shared/rules.js'

export default {
  turbopack: { root: import.meta.dirname },
  redirects: async () => rulesOf(Number(process.env.RULES ?? 1_000)),
}
