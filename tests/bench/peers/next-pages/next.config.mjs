// The table under test, as JSON. The i18n setting is one of the Pages Router alone, so that is what this peer uses.
// https://nextjs.org/docs/pages/guides/internationalization
import { readFileSync } from 'node:fs'

const { locales, defaultLocale, redirects, rewrites } = JSON.parse(readFileSync(process.env.ORACLE_TABLE, 'utf8'))

export default {
  i18n: { locales, defaultLocale },
  redirects: async () => redirects,
  rewrites: async () => rewrites,
  turbopack: { root: import.meta.dirname },
}
