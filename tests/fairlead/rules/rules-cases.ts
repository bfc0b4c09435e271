import { UPSTREAM_PORT } from '#tests/fairlead/rules/rules-table.ts'

/**
 * One request and what comes of it, whoever is asked: the server, or the router in the browser. What a rule makes of an
 * address is tested in `navigation/routing-table`.
 */
export type Case = {
  readonly url: string
  readonly cookies?: Record<string, string>
  /** Parts of a request that only the server sees, such as headers. */
  readonly headers?: Record<string, string>
  /** Statuses and addresses on the way to the last one. */
  readonly hops?: readonly (readonly [status: number, location: string])[]
  /** The address whose page is shown at the last one, when it is another; null where nothing is. */
  readonly shows?: string | null
  /** A soft navigation becomes one of documents: only the server can decide or answer, or it leads out. */
  readonly document?: true
}

const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

export const cases: readonly Case[] = [
  // Redirects by address
  { url: '/redirect1', hops: [[307, '/start']] },
  { url: '/redirect4', hops: [[308, '/start']] },
  { url: '/redirect3?kept=1&kept=2', hops: [[302, '/echo/found?kept=1&kept=2']] },
  {
    url: '/chain1?a=b',
    hops: [
      [301, '/chain2?a=b'],
      [302, '/chain3?a=b'],
      [303, '/echo/end?a=b'],
    ],
  },
  { url: '/hello/a%2Fb%20c/another', hops: [[307, '/echo/a%2Fb%20c']] },
  { url: '/docs/status/500', hops: [[301, '/echo/codes#500']] },
  { url: '/docs/new', hops: [[307, '/echo/shadowed']] },
  { url: '/de/redirect3', hops: [[302, '/de/echo/found']] },
  {
    url: '/default-prefix',
    hops: [
      [307, '/en/echo/prefix'],
      [308, '/echo/prefix'],
    ],
  },
  // Rules may match reserved paths, except internal ones.
  { url: '/favicon.ico', hops: [[307, '/echo/icon']] },
  { url: '/robots.txt', shows: '/echo/robots' },
  { url: '/sitemap.xml', shows: '/echo/sitemap' },
  { url: '/.well-known/security.txt', shows: '/echo/well-known/security.txt' },
  { url: '/gone-rewritten?x=1', hops: [[308, '/one?x=1']], shows: '/echo/shared?x=1' },
  { url: '/to-external', hops: [[307, `${upstream}/outside`]], document: true },

  // Conditions
  { url: '/has-query?my-query=hellooo', hops: [[307, '/echo/query?my-query=hellooo&value=hellooo']] },
  { url: '/has-cookie', cookies: { loggedIn: 'true' }, hops: [[307, '/echo/cookie?authorized=1']] },
  // In the browser a cookie that is not seen may be one that scripts cannot read.
  { url: '/has-cookie', shows: null, document: true },
  { url: '/has-cookie', cookies: { loggedIn: 'truex' }, shows: null, document: true },
  { url: '/not-in', hops: [[307, '/echo/login']], document: true },
  { url: '/not-in', cookies: { session: 'me' }, shows: null, document: true },
  { url: '/has-host', headers: { host: 'EXAMPLE.com:3000' }, hops: [[307, '/echo/host?host=1']] },
  { url: '/any/has-redirect-5', headers: { 'x-test': 'y' }, hops: [[307, '/echo/five']] },
  { url: '/_build/has-redirect-5', headers: { 'x-test': 'y' }, shows: null },

  // Rewrites
  { url: '/docs/by/ada' },
  { url: '/docs/by/ada?overrideMe=1', shows: '/echo/overridden?overrideMe=1&overridden=1' },
  { url: '/start' },
  { url: '/old-echo/about', shows: '/echo/about' },
  { url: '/echo/a/b', shows: '/echo/replaced' },
  { url: '/two?q=2', shows: '/echo/shared?q=2' },
  { url: '/ja/one?a=1#part', shows: '/ja/echo/shared?a=1' },
  { url: '/unused/x/y?b=visitor&own=2', shows: '/echo/unused?own=1&a=x&b=y' },
  { url: '/path/a/b%2Fc/d', shows: '/echo/a/b%2Fc/d' },
  { url: '/missing-first', shows: '/echo/second' },
  { url: '/beta', cookies: { beta: '1' }, shows: '/echo/beta?beta=1' },
  { url: '/secret', headers: { 'x-secret': '1' }, shows: '/echo/secret?xsecret=1' },
  { url: '/secret', shows: '/echo/public', document: true },
  { url: '/by-header', headers: { 'x-variant': 'blue' }, shows: '/echo/by-header?v=blue' },
  { url: '/de/on-german', shows: '/ja/echo/switched' },
  { url: '/legacy/a/b', shows: '/echo/legacy/a/b' },
  { url: '/dead-end', shows: null, document: true },
  { url: '/no-rule/at/all', shows: null, document: true },
  { url: '/echo/plain?a=1' },
]

/** The address that a case ends at. */
export function endOf({ url, hops = [] }: Case): string {
  return hops.at(-1)?.[1] ?? url
}

/** A case in a few words. */
export function nameOf({ url, cookies, headers }: Case): string {
  return [url, cookies && `cookies ${JSON.stringify(cookies)}`, headers && `headers ${JSON.stringify(headers)}`]
    .filter(Boolean)
    .join(' with ')
}
