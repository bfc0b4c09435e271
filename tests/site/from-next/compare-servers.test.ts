import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  applicationPaths,
  compareServers,
  differences,
  formatComparison,
  readHead,
  readOrigin,
  samplePath,
} from '#app/from-next/compare.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { fairleadApplication, serveHtml } from '#tests/site/from-next/application.ts'

const page = (title: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head></html>`

describe('comparing two servers', () => {
  it('shows status, Location, title, canonical, robots and language where they differ', async () => {
    const answer =
      (redirect: number, title: string, robots: string): RequestListener =>
      (request, response) => {
        const origin = `http://${request.headers.host}`
        if (request.url === '/old') response.writeHead(redirect, { location: `${origin}/new?x=1` }).end()
        else if (request.url === '/same') response.end(page('Same', `<link rel="canonical" href="${origin}/same">`))
        else response.end(page(title, `<meta name="robots" content="${robots}">`))
      }
    const compared = await compareServers(
      await serveHtml(answer(308, 'A', 'noindex')),
      await serveHtml(answer(307, 'B', '')),
      ['/', '/old', '/same'],
    )
    expect(compared.map(({ path, old, new: next }) => [path, old.location, next.location])).toEqual([
      ['/', '', ''],
      ['/old', '/new?x=1', '/new?x=1'],
      ['/same', '', ''],
    ])
    expect(compared.map(differences)).toEqual([['title', 'robots'], ['status'], []])
    expect(formatComparison(compared)).toBe(
      [
        '/',
        '  title     A  →  B',
        '  robots    noindex  →  (none)',
        '/old',
        '  status    308  →  307',
        '3 addresses, 1 the same, 2 differ\n',
      ].join('\n'),
    )
  })

  it('asks for what the sitemaps list, at most the limit, and never another server', async () => {
    const urls = Array.from({ length: 501 }, (_, index) => `<loc>https://example.com//other.invalid/${index}</loc>`)
    const asked: string[] = []
    const old = await serveHtml((request, response) => {
      asked.push(request.url ?? '')
      response.end(request.url === '/sitemap.xml' ? `<urlset>${urls.join('')}</urlset>` : '')
    })
    const next = await serveHtml((_, response) => void response.end())
    expect(await compareServers(old, next, ['/'])).toHaveLength(500)
    expect(asked).toContain('//other.invalid/7')
  })

  it('counts no canonical URL and no language that the former server left out', () => {
    const old = { status: '200', location: '', title: 'A', canonical: '', robots: '', language: '' }
    expect(differences({ path: '/', old, new: { ...old, canonical: '/', language: 'en' } })).toEqual([])
    expect(differences({ path: '/', old: { ...old, language: 'de' }, new: old })).toEqual(['language'])
  })

  it('says that a server does not respond', async () => {
    const next = await serveHtml((_, response) => void response.end())
    const [compared] = await compareServers(new URL('http://127.0.0.1:1'), next, ['/'])
    expect(compared?.old.status).toBe('no connection')
  })

  it('asks this machine only, unless it is told otherwise', () => {
    expect(() => readOrigin('https://example.com', false)).toThrow(
      'example.com is not this machine; add --remote to ask it',
    )
    expect(readOrigin('https://example.com', true).host).toBe('example.com')
    expect(() => readOrigin('ftp://localhost', true)).toThrow('is not an http or https URL')
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1']) readOrigin(url, false)
  })

  it('asks for the pages without params, in each language, and for a sample of each rule', async () => {
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
    expect(await applicationPaths(folder)).toEqual([
      ...pages.map((path) => path.replace(/(.)\/$/, '$1')),
      '/old/sample',
      '/other',
    ])
    expect(await applicationPaths(root)).toContain('/de')
    await expect(applicationPaths(temporaryFolder())).rejects.toThrow(
      'app/routing.ts is missing; run this in the folder',
    )
  })

  it.each([
    ['/a/:slug', '/a/sample'],
    ['/a/:path*', '/a'],
    ['/a/:path+', '/a/sample'],
    ['/:path*', '/'],
    [String.raw`/a/:id(\d+)`, undefined],
  ])('asks for a sample of %s', (source, path) => {
    expect(samplePath(source)).toBe(path)
  })

  it('reads the head of a page in time linear in its length', () => {
    const html = page('T', '<link href=/a rel=canonical><meta content="noindex" name="robots">')
    expect(readHead(html)).toEqual({ title: 'T', canonical: '/a', robots: 'noindex', language: 'en' })
    expect(readHead('<link '.repeat(100_000)).canonical).toBe('')
  })
})
