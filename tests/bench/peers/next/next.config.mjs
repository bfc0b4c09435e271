// The defaults of create-next-app: Turbopack, and no experimental setting.
import { rulesOf } from './shared/rules.js'

export default {
  turbopack: { root: import.meta.dirname },
  redirects: async () => rulesOf(Number(process.env.RULES ?? 1_000)),
}
