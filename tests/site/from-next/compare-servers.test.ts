import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { formatComparison, readOrigin } from '#app/from-next/command.ts'
import { addressesOfLog, findAddresses, isAt } from '#app/from-next/compare-addresses.ts'
import { compareServers } from '#app/from-next/compare.ts'
import { applicationPaths, samplePath } from '#app/from-next/fairlead-application.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { fairleadApplication, serveHtml } from '#tests/site/from-next/application.ts'

/** A page with each respect in which two may differ. The servers say their own origin for `ORIGIN`. */
const PAGE = `<!doctype html><html lang="en" dir="ltr"><head><title>Old</title>
<meta name="description" content="About A"><meta name="robots" content="index">
<link rel="canonical" href="ORIGIN/a"><link rel="alternate" hreflang="de" href="ORIGIN/de/a">
<meta property="og:title" content="A"><meta name="twitter:card" content="summary">
<script type="application/ld+json">{"@type":"Article","author":{"name":"Ada"},"url":"ORIGIN/a"}</script></head>
<body><h1>Tides</h1><h2>High</h2><p>at noon</p><a href="ORIGIN/b"></a>
<form method="post" action="/save"><input name="mail" type="email"></form></body></html>`

const HEADERS: OutgoingHttpHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'self'",
  'cache-control': 'private, no-store',
  'set-cookie': ['seen=1; Path=/; HttpOnly'],
  vary: 'Accept-Encoding',
  'strict-transport-security': 'max-age=60',
  link: '</a.css>; rel=preload',
  'x-powered-by': 'Next.js',
}

type Answer = { readonly status?: number; readonly page?: string; readonly headers?: OutgoingHttpHeaders }

function answering({ status = 200, page = PAGE, headers = {} }: Answer): RequestListener {
  return ({ headers: { host } }, response) => {
    const own = (text: string) => text.replaceAll('ORIGIN', `http://${host}`)
    const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined)
    for (const [name, value] of all) response.setHeader(name, Array.isArray(value) ? value : own(String(value)))
    response.writeHead(status).end(own(page))
  }
}

/** Returns PAGE with another piece. */
function changed(from: string, to: string): Answer {
  expect(PAGE).toContain(from)
  return { page: PAGE.replace(from, to) }
}

/** Compares a server of PAGE with another, at `/a`. */
async function compareWith(answer: Answer) {
  const [old, next] = [await serveHtml(answering({})), await serveHtml(answering(answer))]
  const [compared] = await compareServers(old, next, ['/a'])
  return compared?.differences.map(({ what, old: before, new: after }) => `${what}: ${before} → ${after}`)
}

describe('two servers that differ in one respect have that difference and no other', () => {
  it.each<[string, () => Answer]>([
    ['status: 200 → 404', () => ({ status: 404 })],
    ['title: Old → New', () => changed('Old', 'New')],
    ['description: About A → About B', () => changed('About A', 'About B')],
    ['canonical: /a → /b', () => changed('href="ORIGIN/a"', 'href="ORIGIN/b"')],
    ['canonical: /a → https://example.com/a', () => changed('href="ORIGIN/a"', 'href="https://example.com/a"')],
    ['hreflang: de /de/a → ', () => changed('<link rel="alternate" hreflang="de" href="ORIGIN/de/a">', '')],
    ['robots: index → noindex', () => changed('"index"', '"noindex"')],
    ['robots:  → nofollow', () => ({ headers: { 'x-robots-tag': 'nofollow' } })],
    ['json-ld: Article.author.name="Ada" → Article.author.name="Bo"', () => changed('"Ada"', '"Bo"')],
    ['open graph: og:title=A → og:title=B', () => changed('content="A"', 'content="B"')],
    ['twitter: twitter:card=summary → twitter:card=player', () => changed('"summary"', '"player"')],
    ['lang: en → de', () => changed('lang="en"', 'lang="de"')],
    ['dir: ltr → rtl', () => changed('dir="ltr"', 'dir="rtl"')],
    ['headings: h2 High → h3 High', () => changed('<h2>High</h2>', '<h3>High</h3>')],
    ['links: /b → /c', () => changed('<a href="ORIGIN/b">', '<a href="/c">')],
    ['forms: post /save mail (email) → post /save name (email)', () => changed('name="mail"', 'name="name"')],
    ['forms: post /save mail (email) → post /save mail (text)', () => changed(' type="email"', '')],
    ['text: noon → dusk', () => changed('noon', 'dusk')],
    ['header content-type: charset=utf-8 → ', () => ({ headers: { 'content-type': 'text/html' } })],
    [
      'header content-security-policy:  → img-src *',
      () => ({ headers: { 'content-security-policy': "img-src *; default-src 'self'" } }),
    ],
    ['header cache-control: private → ', () => ({ headers: { 'cache-control': 'no-store' } })],
    [
      'header set-cookie: seen; httponly; path=/ → seen; path=/',
      () => ({ headers: { 'set-cookie': ['seen=1; Path=/'] } }),
    ],
    ['header vary:  → cookie', () => ({ headers: { vary: 'Cookie, accept-encoding' } })],
    [
      'header strict-transport-security: max-age=60 → ',
      () => ({ headers: { 'strict-transport-security': undefined } }),
    ],
    [
      'header link: </a.css>; rel=preload → </b.css>; rel=preload',
      () => ({ headers: { link: '</b.css>; rel=preload' } }),
    ],
    ['header x-powered-by: next.js → ', () => ({ headers: { 'x-powered-by': undefined } })],
    ['header x-other:  → 1', () => ({ headers: { 'x-other': '1' } })],
  ])('%s', async (difference, answer) => {
    expect(await compareWith(answer())).toEqual([difference])
  })

  it.each<[string, () => Answer]>([
    ['their own origins', () => ({})],
    [
      'dates, lengths and timings',
      () => ({
        headers: {
          date: 'x',
          etag: '"b"',
          'server-timing': 'a',
          'last-modified': 'x',
          'content-length': PAGE.length + 200,
        },
        page: `${PAGE}${' '.repeat(200)}`,
      }),
    ],
    ['values of cookies', () => ({ headers: { 'set-cookie': ['seen=2; HttpOnly; Path=/'] } })],
    [
      'the order of keys',
      () => changed('"author":{"name":"Ada"},"url":"ORIGIN/a"', '"url":"ORIGIN/a","author":{"name":"Ada"}'),
    ],
    ['whitespace and tags that nobody sees', () => changed('<p>at noon</p>', '<div>at\n <b>no</b>on</div>')],
  ])('and none in %s', async (_, answer) => {
    expect(await compareWith(answer())).toEqual([])
  })

  it('Location and status of a redirect, whose body has no facts', async () => {
    const to = (status: number, location: string, page: string) => answering({ status, page, headers: { location } })
    const old = await serveHtml(to(308, 'ORIGIN/b?c=1', 'a'))
    const [same] = await compareServers(old, await serveHtml(to(308, '/b?c=1', 'b')), ['/a'])
    expect(same?.differences).toEqual([])
    const [other] = await compareServers(old, await serveHtml(to(307, '/c', 'b')), ['/a'])
    expect(other?.differences.map(({ what, old: before, new: after }) => [what, before, after])).toEqual([
      ['status', '308', '307'],
      ['location', '/b?c=1', '/c'],
    ])
    const [page] = await compareServers(old, await serveHtml(answering({})), ['/a'])
    expect(page?.differences.map(({ what }) => what)).toEqual(['status', 'location'])
  })
})

describe('comparing two servers', () => {
  it('says of an address that the old application has answered it behind the new server', async () => {
    const cookies: (string | undefined)[] = []
    const server = (isBeside: boolean) =>
      serveHtml(({ headers: { cookie } }, response) => {
        cookies.push(cookie)
        if (isBeside) response.setHeader('server-timing', 'beside;desc="old"')
        response.end('<title>A</title>')
      })
    const [compared] = await compareServers(await server(false), await server(true), ['/a'])
    expect(compared?.differences).toEqual([expect.objectContaining({ what: 'answered by', isNote: true })])
    // The new server shows its own page of a shared path.
    expect(new Set(cookies)).toEqual(new Set(['beside=0', undefined]))
  })

  it('asks without a session and with it, whose figures it has, and tells once what differs in both', async () => {
    const server = (title: string) =>
      serveHtml(({ headers: { cookie } }, response) => {
        response.end(`<title>${title}</title><p>${cookie?.startsWith('a=1; b=2') ? title : 'nobody'}</p>`)
      })
    const compared = await compareServers(await server('A'), await server('B'), ['/a'], { cookie: 'a=1; b=2' })
    expect(compared[0]?.differences).toEqual([
      { what: 'title', old: 'A', new: 'B', when: '' },
      { what: 'text', old: 'A', new: 'B', when: 'with the cookie' },
    ])
    expect(formatComparison(compared)).toMatch(
      /^\/a\n {2}title: A → B\n {2}text: A → B \(with the cookie\)\nMedians: first byte ms .+, html bytes 24 → 24\n1 address, 0 the same, 1 differ\n$/,
    )
  })

  it('shows no control characters, and the beginning of what is long', async () => {
    const server = (body: string) => serveHtml((_, response) => void response.end(body))
    const compared = await compareServers(await server('<title>a&#27;b</title>'), await server('x'.repeat(300)), ['/a'])
    expect(formatComparison(compared)).toContain('  title: a?b → (none)\n')
    expect(formatComparison(compared)).toContain(`  text: (none) → ${'x'.repeat(200)}…\n`)
  })

  it('keeps the order of the addresses', async () => {
    const server = () => serveHtml((_, response) => void response.end())
    const addresses = Array.from({ length: 9 }, (_, index) => `/${index}`)
    const compared = await compareServers(await server(), await server(), addresses)
    expect(compared.map(({ address }) => address)).toEqual(addresses)
  })

  it('says that a server does not run', async () => {
    const next = await serveHtml((_, response) => void response.end())
    await expect(compareServers(new URL('http://127.0.0.1:1'), next, ['/'])).rejects.toThrow(
      'http://127.0.0.1:1 does not answer; start it, or name another',
    )
  })

  it('asks only this machine, without the option for others', () => {
    expect(() => readOrigin('https://example.com', false)).toThrow(
      'example.com is not this machine; add --remote to ask it',
    )
    expect(readOrigin('https://example.com', true).host).toBe('example.com')
    expect(() => readOrigin('ftp://localhost', true)).toThrow('is not an http or https URL')
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1']) readOrigin(url, false)
  })
})

describe('addresses', () => {
  it.each([
    ['/blog/[slug]', '/blog/a?b=1', true],
    ['/blog/$slug', '/blog/a', true],
    ['/blog/[slug]', '/de/blog/a', true],
    ['/[locale]/blog/[slug]', '/fr/blog/a', true],
    ['/(group)/blog/[slug]', '/blog/a', true],
    ['/blog/[slug]', '/fr/blog/a', false],
    ['/blog/[slug]', '/blog', false],
    ['/blog/[slug]', '/blog/a/b', false],
    ['/blog/[...path]', '/blog/a/b', true],
    ['/[[...path]]', '/', true],
    ['/blog', '/blog', true],
    ['/blog', '/blog?a', false],
  ])('%s has %s: %s', (named, address, expected) => {
    expect(isAt(named, address, ['en', 'de'])).toBe(expected)
  })

  it('of a log are those that were found, the frequent ones first', () => {
    const line = (request: string, status = 200) =>
      `::1 - - [28/Nov/2026:10:00:00 +0000] "${request}" ${status} 12 "-" "x"`
    const lines = [
      line('GET /a HTTP/1.1'),
      line('HEAD /b?c=1 HTTP/2.0', 304),
      line('GET /b?c=1 HTTP/1.1'),
      line('POST /c HTTP/1.1'),
      line('GET /d HTTP/1.1', 404),
      line('GET /_next/e.js HTTP/1.1'),
      line('GET //f HTTP/1.1'),
      '/g',
      'https://example.com/h?i',
      'nothing of it',
      '',
    ]
    expect(addressesOfLog(lines.join('\n'))).toEqual(['/b?c=1', '/a', '/g', '/h?i'])
  })

  /** A server with these sitemaps, by their addresses. */
  const withSitemaps = (files: Readonly<Record<string, string>>) =>
    serveHtml(({ url = '' }, response) => {
      response.writeHead(url in files ? 200 : 404).end(files[url])
    })
  const loc = (...urls: string[]) => urls.map((url) => `<url><loc>${url}</loc><xhtml:link href="/x" /></url>`).join('')

  it('are found in the sitemaps of robots.txt and of indexes, as addresses of this server', async () => {
    const old = await withSitemaps({
      '/robots.txt': 'User-agent: *\nSitemap: https://example.com/more.xml',
      '/sitemap.xml': `<?xml version="1.0"?><sitemapindex><sitemap><loc>https://example.com/blog/sitemap/0.xml</loc></sitemap></sitemapindex>`,
      '/blog/sitemap/0.xml': `<urlset>${loc('https://example.com/blog/a?b=1&amp;c=2', 'https://example.com/about')}</urlset>`,
      '/more.xml': `<urlset>${loc('https://example.com//other.invalid/7', ' /blog/d ', 'https://example.com/sign-out')}</urlset>`,
    })
    const next = await withSitemaps({ '/sitemap.xml': loc('/new') })
    const known = { paths: ['/', '/blog/e'], prefixes: [] }
    const all = ['/', '/blog/e', '/about', '/blog/a?b=1&c=2', '/blog/d', '//other.invalid/7', '/new', '/log'].toSorted()
    const find = (named: string[], logged: string[] = []) => findAddresses({ old, next, named, logged }, known)
    expect((await find([], ['/log'])).toSorted()).toEqual(all)
    expect(await find(['/blog/[slug]', '/sign-out'], ['/blog/f'])).toEqual(
      expect.arrayContaining(['/sign-out', '/blog/e', '/blog/a?b=1&c=2', '/blog/d', '/blog/f']),
    )
    expect(await find(['/about', '/about'])).toEqual(['/about'])
    await expect(find(['/shop/[id]'])).rejects.toThrow('/shop/[id]: the sitemaps of http://127.0.0.1')
  })

  it('of an application are pages without params, in each language, and a sample of each rule', async () => {
    const folder = fairleadApplication({
      'app/routing.ts': `import { defineRouting } from 'fairlead/routing'
export default defineRouting({
  locales: ['en', 'de'],
  defaultLocale: 'en',
  redirects: [{ source: '/old/:slug', destination: '/', permanent: true }],
  rewrites: [{ source: '/other', destination: '/about' }],
})`,
      'routeTree.gen.ts': `export interface FileRoutesByTo {
'/feed': typeof FeedRoute,'/{-$locale}/notes': typeof NotesRouteRouteWithChildren,'/{-$locale}/notes/$id': typeof NotesIdRoute,
'/{-$locale}/about': typeof AboutRoute,'/{-$locale}': typeof IndexRoute
}
`,
    })
    const pages = ['/feed', '/about', '/'].flatMap((path) => ['', '/en', '/de'].map((prefix) => prefix + path))
    expect(await applicationPaths(folder)).toEqual({
      paths: [...pages.map((path) => path.replace(/(.)\/$/, '$1')), '/old/sample', '/other'],
      prefixes: ['en', 'de'],
    })
    expect((await applicationPaths(root)).paths).toContain('/de')
    expect(await applicationPaths(temporaryFolder())).toEqual({ paths: [], prefixes: [] })
  })

  it.each([
    ['/a/:slug', '/a/sample'],
    ['/a/:path*', '/a'],
    ['/a/:path+', '/a/sample'],
    ['/:path*', '/'],
    [String.raw`/a/:id(\d+)`, undefined],
  ])('of the rule %s is a sample', (source, path) => {
    expect(samplePath(source)).toBe(path)
  })
})
