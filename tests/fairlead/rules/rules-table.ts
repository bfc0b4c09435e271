import { defineRouting } from 'fairlead/routing'

/** The project's root, also when it is the copy that is built with this table. */
const here = import.meta.url.replace('/tests/.tmp/rules', '').replace(/\?.*/, '')

/** Where the table's proxied rules lead: the tests start a server there. Another one for every checkout. */
export const UPSTREAM_PORT =
  20_000 + (here.split('').reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9_973, 7) % 9_973)

const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

/** A table that has every kind of rule, over the echo page and the guide. The tests build with it. */
export default defineRouting({
  locales: ['en', 'de', 'ja', 'ar'],
  defaultLocale: 'en',
  // Only requests that name these hosts notice them.
  domains: [
    { domain: 'example.com', defaultLocale: 'en', locales: ['ja'] },
    { domain: 'example.de', defaultLocale: 'de', http: true },
  ],
  redirects: [
    { source: '/redirect1', destination: '/start', permanent: false },
    { source: '/redirect3', destination: '/echo/found', statusCode: 302 },
    { source: '/redirect4', destination: '/start', permanent: true },
    { source: '/chain1', destination: '/chain2', statusCode: 301 },
    { source: '/chain2', destination: '/chain3', statusCode: 302 },
    { source: '/chain3', destination: '/echo/end', statusCode: 303 },
    { source: '/hello/:id/another', destination: '/echo/:id', permanent: false },
    { source: '/docs/status/:code', destination: '/echo/codes#:code', statusCode: 301 },
    { source: '/to-external', destination: `${upstream}/outside`, permanent: false },
    { source: '/docs/new', destination: '/echo/shadowed', permanent: false },
    { source: '/:path/has-redirect-5', destination: '/echo/five', permanent: false, has: [when('header', 'x-test')] },
    { source: '/guide/two', destination: '/echo/kept', permanent: false, has: [when('header', 'x-test')] },
    {
      source: '/has-query',
      destination: '/echo/query?value=:myquery',
      permanent: false,
      has: [when('query', 'my-query')],
    },
    {
      source: '/has-cookie',
      destination: '/echo/cookie?authorized=1',
      permanent: false,
      has: [when('cookie', 'loggedIn', 'true')],
    },
    {
      source: '/has-host',
      destination: '/echo/host?host=1',
      permanent: false,
      has: [{ type: 'host', value: 'example.com' }],
    },
    { source: '/not-in', destination: '/echo/login', permanent: false, missing: [when('cookie', 'session')] },
    { source: '/gone-rewritten', destination: '/one', permanent: true },
    { source: '/default-prefix', destination: '/en/echo/prefix', permanent: false },
    { source: '/old-thing/:id', destination: '/thing/:id', permanent: true },
    { source: '/old-picture/:id', destination: '/picture/:id', permanent: true },
    { source: '/old-readings', destination: '/readings', permanent: false },
    { source: '/item/24', destination: '/echo/moved', permanent: false },
    { source: '/favicon.ico', destination: '/echo/icon', permanent: false },
    // The build warns: the server answers there before any rule.
    { source: '/healthz', destination: '/echo/health', permanent: false },
  ],
  rewrites: {
    beforeFiles: [
      { source: '/docs/by/ada', destination: '/echo/overridden?overridden=1', has: [when('query', 'overrideMe')] },
      { source: '/old-echo/:path*', destination: '/new-echo/:path*' },
      { source: '/echo/a/b', destination: '/echo/replaced' },
      { source: '/robots.txt', destination: '/echo/robots' },
      { source: '/item/23', destination: '/echo/instead' },
      { source: '/item/22', destination: '/echo/asked', has: [when('header', 'sec-fetch-mode', 'navigate')] },
      { source: '/by-header', destination: '/echo/by-header', has: [when('header', 'x-variant', '(?<v>\\w+)')] },
    ],
    afterFiles: [
      { source: '/start', destination: '/echo/never' },
      { source: '/new-echo/about', destination: '/echo/about' },
      { source: '/one', destination: '/echo/shared' },
      { source: '/two', destination: '/echo/shared' },
      { source: '/thing/:id', destination: '/item/:id' },
      { source: '/seen/:id', destination: '/photo/:id' },
      { source: '/picture/:id', destination: '/photo/:id' },
      { source: '/choices', destination: '/links?delay=300' },
      { source: '/unused/:a/:b', destination: '/echo/unused?own=1' },
      { source: '/path/:path*', destination: '/echo/:path*' },
      { source: '/mark', destination: '/favicon.svg' },
      { source: '/now', destination: '/readings' },
      { source: '/dead-end', destination: '/no-such-page' },
      { source: '/missing-first', destination: '/nowhere' },
      { source: '/nowhere', destination: '/echo/second' },
      { source: '/beta', destination: '/echo/beta', has: [when('cookie', 'beta')] },
      { source: '/secret', destination: '/echo/secret', has: [when('header', 'x-secret')] },
      { source: '/secret', destination: '/echo/public' },
      { source: '/proxy-me/:path*', destination: `${upstream}/:path*` },
      { source: '/tide/script.js', destination: `${upstream}/js/script.js` },
      { source: '/tide/event', destination: `${upstream}/api/event` },
      { source: '/tide/flags/:path*', destination: `${upstream}/:path*` },
      { source: '/refused/:path*', destination: 'http://127.0.0.1:9/:path*' },
      { source: '/sitemap.xml', destination: '/echo/sitemap' },
      { source: '/.well-known/:path*', destination: '/echo/well-known/:path*' },
      { source: '/de/on-german', destination: '/ja/echo/switched', locale: false },
    ],
    fallback: [{ source: '/legacy/:path*', destination: '/echo/legacy/:path*' }],
  },
})

function when(type: string, key: string, value?: string) {
  return { type, key, ...(value !== undefined && { value }) }
}
