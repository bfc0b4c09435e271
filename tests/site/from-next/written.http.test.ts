import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pageInNewProfile } from '#fairlead/testing/browser.ts'
import { tags, titleOf } from '#tests/harness/html.ts'
import { linkBuildCache, root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { copyApplication, typesOfApplication } from '#tests/application/build.ts'

/** A Next.js application with one of each convention. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "dependencies": { "next": "16.0.0", "next-intl": "4.0.0" } }',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "made/ports": ["./.made/ports"] } } }',
  'next.config.ts': `export default {
  images: { remotePatterns: [{ protocol: 'https', hostname: 'pictures.example' }] },
  redirects: async () => [{ source: '/old/:slug', destination: '/blog/:slug', permanent: true }],
  rewrites: async () => [{ source: '/journal/:slug', destination: '/blog/:slug' }],
}`,
  'messages/en.json': '{ "Greeting": { "hello": "Hello from the messages" } }',
  'messages/de.json': '{ "Greeting": { "hello": "Hallo aus den Texten" } }',
  'src/i18n/routing.ts': `import { defineRouting } from 'next-intl/routing'
export const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en', localePrefix: 'as-needed', localeDetection: false, pathnames: { '/': '/', '/terms': { de: '/agb' } } })`,
  'src/middleware.ts': `import { NextResponse, type NextRequest } from 'next/server'
export default function middleware(request: NextRequest) {
  return request.cookies.has('keeper') ? NextResponse.next() : NextResponse.redirect(new URL('/terms', request.url))
}
export const config = { matcher: ['/((?!api|blog)[a-z]{2})/vault/:path*', '/vault/:path*', '/api/vault'] }`,
  'src/app/[locale]/vault/page.tsx': `const open = async () => 'the combination'
export default async function Vault() {
  const content = await open()
  return <h1>{content}</h1>
}`,
  'src/app/api/vault/route.ts': "export const GET = () => new Response('the combination')",
  'src/lib/sailors.ts': 'export type Sailor = { name: string }\nexport interface Watch { hours: number }',
  'src/lib/crew.ts': "export { Sailor, Watch } from './sailors'\nexport const size = 3",
  'src/app/[locale]/mates/list.tsx': `import { Sailor, size, Watch } from '@/lib/crew'
export function List({ sailors, watch }: { sailors: Sailor[]; watch: Watch }) {
  return <p>{sailors.map(({ name }) => name).join()} of {size}, {watch.hours} h</p>
}`,
  'src/app/[locale]/mates/page.tsx': `import { List } from './list'
export default function Mates() { return <List sailors={[{ name: 'Ann' }]} watch={{ hours: 4 }} /> }`,
  'src/app/[locale]/ports/page.tsx': `import { all } from 'made/ports'
export default function Ports() { return <h1>{all.length}</h1> }`,
  '.env': 'NEXT_PUBLIC_PORT=Kiel\nPORT_KEY=none of the browser',
  'src/app/(start)/page.tsx': `import { redirect } from 'next/navigation'
export default function Start() { redirect('/en') }`,
  'src/app/[locale]/gone/page.tsx': `import { redirect } from 'next/navigation'
export default function Gone() { redirect('/blog/a?q=1') }`,
  'src/lib/site.ts': "export const site = { url: 'https://boats.example', hidden: ['/vault'] }",
  'src/app/sitemap.ts': `import type { MetadataRoute } from 'next'
import { site } from '@/lib/site'
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  return ['/blog/first', '/de/blog/first'].map((path) => ({ url: site.url + path, lastModified: '2026-01-02' }))
}`,
  'src/app/robots.ts': `import { site } from '@/lib/site'
export default () => ({ rules: { userAgent: '*', allow: '/', disallow: site.hidden }, sitemap: site.url + '/sitemap.xml' })`,
  'src/app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="icon"/>',
  'src/app/[locale]/layout.tsx': `import { useLocale } from 'next-intl'
export const metadata = {
  metadataBase: new URL('https://boats.example'),
  title: { default: 'Harbour', template: '%s | Harbour' },
  openGraph: { siteName: 'Harbour', images: ['/pier.png'] },
}
export default function Layout({ children, sheet, team }: { children: React.ReactNode; sheet: React.ReactNode; team: React.ReactNode }) {
  return <html><body><p id="site">{useLocale()}</p>{children}{sheet}<p id="team">{team}</p></body></html>
}`,
  'src/app/[locale]/@sheet/(.)mates/page.tsx': 'export default function Sheet() { return <h1>Mates</h1> }',
  'src/app/[locale]/@team/[...rest]/page.tsx': 'export default function Rest() { return <i>Rest of the team</i> }',
  'src/app/[locale]/page.tsx': `import Link from 'next/link'
import { useTranslations } from 'next-intl'
export const metadata = { title: 'Start here' }
export default function Page() {
  const t = useTranslations('Greeting')
  return <><h1>{t('hello')}</h1><p>{process.env.NEXT_PUBLIC_PORT}</p><Link href={\`/blog/\${'first'}\`} id="blog">Blog</Link></>
}`,
  'src/app/[locale]/blog/layout.tsx': `import styles from './blog.module.css'
export default function Layout({ children }: { children: React.ReactNode }) { return <div id="ported-layout" className={styles.blog}>{children}</div> }`,
  'src/app/[locale]/blog/blog.module.css':
    "@font-face { font-family: Tiny; src: url('./tiny.woff2') } .blog { font-family: Tiny }",
  'src/app/[locale]/blog/tiny.woff2': 'a small font',
  'src/app/[locale]/blog/error.tsx': `'use client'
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) { return <button onClick={reset}>{error.message}</button> }`,
  'src/app/[locale]/blog/loading.tsx': 'export default function Loading() { return <p>Loading</p> }',
  'src/app/[locale]/blog/not-found.tsx': 'export default function NotFound() { return <p>Nothing</p> }',
  'src/app/[locale]/blog/[slug]/page.tsx': `import type { Metadata, ResolvingMetadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { readPost } from '@/lib/posts'
type Props = { params: Promise<{ slug: string; locale: string }>; searchParams: Promise<{ q?: string; tags?: string[] }> }
export const revalidate = 60
export async function generateMetadata({ params }: Props, parent: ResolvingMetadata): Promise<Metadata> {
  return { title: (await readPost((await params).slug))?.title, description: (await parent).title?.absolute }
}
async function read(slug: string) { return readPost(slug) }
export default async function Page({ params, searchParams }: Props) {
  const { slug, locale } = await params
  setRequestLocale(locale)
  const post = await read(slug)
  if (!post) notFound()
  const t = await getTranslations('Greeting')
  const { q } = await searchParams
  return <><h1>{post.title} {locale} {q}</h1><p>{t('hello')}</p></>
}`,
  'src/lib/posts.ts': `import 'server-only'
import { createHash } from 'node:crypto'
export async function readPost(slug: string) {
  return slug === 'missing' ? undefined : { title: slug, hash: createHash('sha256').update(slug).digest('hex') }
}`,
  'src/app/[locale]/left/[id]/page.tsx': `export default async function Left({ params }: { params: Promise<{ id: string }> }) {
  if ((await params).id === '1') return null
  return <p>{await Promise.resolve('left')}</p>
}`,
  'src/app/[locale]/desk/layout.tsx': `type Props = { children: React.ReactNode; chat: React.ReactNode; params: Promise<{ locale: string }> }
export default async function Board({ children, chat, params }: Props) {
  const { locale } = await params
  return <><div id="children" lang={locale}>{children}</div><div id="chat">{chat}</div></>
}`,
  'src/app/[locale]/desk/page.tsx': 'export default function Board() { return <h1>Board</h1> }',
  'src/app/[locale]/desk/@chat/default.tsx': 'export default function Default() { return <p>No room</p> }',
  'src/app/[locale]/desk/@chat/rooms/[room]/page.tsx': `export default async function Room({ params }: { params: Promise<{ room: string }> }) {
  return <p>Room {(await params).room}</p>
}`,
  'public/chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/app/[locale]/stream/page.tsx': `'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Button } from '@/ui/button'
export default function Feed() {
  const router = useRouter()
  const { replace, ...others } = useRouter()
  const url = new URL('https://boats.example')
  url.searchParams.set('n', '1')
  const n = Number(useSearchParams().get('n'))
  return <Button onClick={() => router.push('/blog/a')} onFocus={() => replace('/?n=' + n)} onBlur={others.refresh}>
    {usePathname()} {useSearchParams().get('q')} {n}
  </Button>
}`,
  'src/app/[locale]/parts/page.tsx': `import dynamic from 'next/dynamic'
import { IBM_Plex_Mono } from 'next/font/google'
import Form from 'next/form'
import Image from 'next/image'
import Link from 'next/link'
import Script from 'next/script'
import { getTranslations } from 'next-intl/server'
const List = dynamic(() => import('../mates/list').then((mates) => mates.List), { loading: () => <p>Loading</p> })
const picture = { src: '/pier.png', alt: 'Pier' }
const next = { pathname: '/blog/[slug]', params: { slug: 'a b' }, query: { q: 1 } }
export async function generateMetadata({ params }) {
  const t = await getTranslations({ locale: (await params).locale, namespace: 'Greeting' })
  return { title: t('hello'), openGraph: { type: 'article' } }
}
const mono = IBM_Plex_Mono({ weight: '400' })
export default function Parts() {
  return <div className={mono.className}>
    <List sailors={[{ name: 'Bo' }]} watch={{ hours: 1 }} />
    <Form action="/stream"><input name="q" /></Form>
    <Image {...picture} />
    <Link href={next} id="next">Next</Link>
    <Script id="count">{'document.title'}</Script>
  </div>
}`,
  'src/ui/button.jsx': 'export const Button = (props) => <button {...props} />',
  'src/app/[locale]/stream/(.)photos/[id]/page.tsx': 'export default function Sheet() { return <h1>Sheet</h1> }',
  'src/app/[locale]/stream/photos/[id]/page.tsx': 'export default async function Photo() { return <h1>Photo</h1> }',
  'src/app/[locale]/(shop)/layout.tsx':
    'export default function Shop({ children }) { return <section>{children}</section> }',
  'src/app/[locale]/(shop)/cart/page.tsx': `import Image from 'next/image'
export default function Cart() { return <Image src="/cart.png" alt="Cart" width={1} height={1} priority /> }`,
  'src/app/[locale]/(plain)/terms/page.tsx': 'export default function Terms() { return <h1>Terms</h1> }',
  'src/lib/titled.ts': 'export const titled = (title: string) => ({ title, keywords: [title] })',
  'src/app/[locale]/files/[...path]/page.tsx': `import { titled } from '@/lib/titled'
export const metadata = titled('Files')
export default function Files() { return <h1>Files</h1> }`,
  'src/app/[locale]/@team/page.tsx': 'export default function Team() { return <b>Team at home</b> }',
  'src/app/api/echo/[id]/route.ts': `import { type NextRequest, NextResponse } from 'next/server'
export async function GET(request: NextRequest, { params }: { params: Promise<{ id: string }> }) {
  return NextResponse.json({ id: (await params).id, query: new URL(request.url).search })
}
export const POST = async () => new Response(null, { status: 204 })`,
  'src/app/actions.ts': "'use server'\nexport async function save(form: FormData) {}",
  'src/pages/legacy/[id].js': `import { useRouter } from 'next/router'
export const getServerSideProps = async () => ({ props: {} })
export default function Legacy() { return <p>{useRouter().query.id}</p> }`,
  'src/pages/api/ping.js': 'export default function handler(req, res) { res.json({}) }',
}

let above: string
let folder: string
let server: Server

function run(program: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return { output: stdout + stderr, status }
}

beforeAll(async () => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  above = mkdtempSync(join(root, 'tests/.tmp/from-next-'))
  folder = above
  await copyApplication(folder)
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'next', path)), { recursive: true })
    writeFileSync(join(folder, 'next', path), text)
  }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(above, { recursive: true, force: true })
})

describe('an application that from-next wrote', () => {
  it('builds, and its types are right', () => {
    const written = run('node', 'app/fairlead/cli/cli.ts', 'from-next', 'next', '--write', 'written')
    expect(written.status, written.output).toBe(0)
    const environment = join(folder, 'next/.env')
    folder = join(folder, 'written')
    copyFileSync(environment, join(folder, '.env'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    linkBuildCache(folder)
    const built = run('vinxi', 'build')
    expect(built.status, built.output).toBe(0)
    const checked = run('tsc', '-p', typesOfApplication)
    expect(checked.output).toBe('')
  }, 300_000)

  it('marks the places where a person must look', () => {
    const page = readFileSync(join(folder, 'app/routes/{-$locale}/_site/ports.tsx'), 'utf8')
    expect(page).toMatch(/\/\/ from-next: src\/app\/\[locale\]\/ports\/page\.tsx:2: move the component/)
  })

  it('serves its pages, layouts, rules, messages and server routes', async () => {
    server = await startServer({ cwd: folder })
    const get = (path: string, options: RequestInit = {}) =>
      fetch(server.origin + path, { redirect: 'manual', ...options })
    const html = async (path: string) => (await get(path)).text()

    const home = await html('/')
    expect(home).toContain('Hello from the messages')
    expect(home).toContain('<p>Kiel</p>')
    // A template is for the pages in the folders below its layout, as in Next.js.
    expect(titleOf(home)).toBe('Start here')
    expect(tags(home, 'meta')).toContainEqual({ property: 'og:image', content: 'https://boats.example/pier.png' })
    expect(tags(home, 'link').find(({ rel }) => rel === 'icon')?.href).toBe('/icon.svg')
    expect(home).not.toContain('<header')
    expect(tags(home, 'a').find(({ id }) => id === 'blog')?.href).toBe('/blog/first')
    const german = await html('/de')
    expect(german).toContain('Hallo aus den Texten')
    expect(german).toContain('<p id="site">de</p>')
    expect(german).toContain('<b>Team at home</b>')
    expect(await html('/terms')).toContain('<i>Rest of the team</i>')
    expect(tags(german, 'a').find(({ id }) => id === 'blog')?.href).toBe('/de/blog/first')

    const text = async (path: string) => (await html(path)).replaceAll('<!-- -->', '')
    expect(await text('/de/blog/first?q=x')).toMatch(/id="ported-layout"[\s\S]*<h1>first de x<\/h1><p>Hallo/)
    const first = await html('/blog/first')
    expect(titleOf(first)).toBe('first | Harbour')
    const sheet = tags(first, 'link').flatMap(({ rel, href = '' }) => (rel === 'stylesheet' ? [html(href)] : []))
    // The Content-Security-Policy allows no font in a style sheet.
    expect([first, ...(await Promise.all(sheet))].join('\n')).toMatch(/url\("?\/_build\/tiny/)
    expect(tags(first, 'meta')).toContainEqual({ name: 'description', content: 'Harbour' })
    expect(titleOf(await html('/mates'))).toBe('Harbour')
    expect((await get('/blog/missing')).status).toBe(404)
    expect(await text('/left/2')).toContain('<p>left</p>')
    expect(await text('/left/1')).not.toContain('<p>left</p>')
    expect(await text('/desk')).toMatch(/id="children" lang="en"><h1>Board<\/h1>.*id="chat">.*<p>No room<\/p>/s)
    expect(await text('/desk/rooms/deck')).toMatch(/id="chat">.*<p>Room deck<\/p>/s)
    expect((await get('/de/terms')).headers.get('location')).toBe('/de/agb')
    expect(await html('/chart.svg')).toContain('<svg')
    expect((await get('/old/a')).headers.get('location')).toBe('/blog/a')
    const gone = await get('/de/gone')
    expect([gone.status, gone.headers.get('location')]).toEqual([307, '/de/blog/a?q=1'])
    expect(await text('/journal/a')).toContain('<h1>a en </h1>')
    expect(await text('/stream?q=sea&n=2')).toContain('<button>/stream sea 2</button>')
    expect(await html('/terms')).toContain('<h1>Terms</h1>')
    expect(await html('/cart')).toMatch(/<section><img [^>]*src="\/cart.png"/)
    expect((await get('/files')).status).toBe(404)
    for (const path of ['/nowhere', '/nowhere/at/all', '/_shop', '/_site'])
      expect((await get(path)).status, path).toBe(404)
    const files = await html('/files/a/b')
    expect(titleOf(files)).toBe('Files | Harbour')
    expect(tags(files, 'meta')).toContainEqual({ name: 'keywords', content: 'Files' })

    expect(await text('/mates')).toContain('<p>Ann of 3, 4 h</p>')
    const parts = await text('/de/parts')
    expect(titleOf(parts)).toBe('Hallo aus den Texten | Harbour')
    expect(tags(parts, 'meta')).toContainEqual({ property: 'og:type', content: 'article' })
    expect(parts).toContain('<p>Bo of 3, 1 h</p>')
    const [, name = ''] = /class="(font-[\w-]+)"/.exec(parts) ?? []
    const sheets = tags(parts, 'link').flatMap(({ rel, href = '' }) => (rel === 'stylesheet' ? [href] : []))
    const styles = await Promise.all(sheets.map((href) => html(href)))
    expect([parts, ...styles].join('\n')).toMatch(new RegExp(`\\.${name}\\s*{\\s*font-family:\\s*['"]?IBM Plex Mono`))
    expect([parts, ...styles].join('\n')).toMatch(/@font-face\s*{\s*font-family:\s*['"]?IBM Plex Mono/)
    expect(tags(parts, 'form').map(({ action }) => action)).toContain('/stream')
    expect(tags(parts, 'img').find(({ alt }) => alt === 'Pier')?.src).toBe('/pier.png')
    expect(tags(parts, 'a').find(({ id }) => id === 'next')?.href).toBe('/de/blog/a%20b?q=1')
    expect(await text('/ports')).toContain('<h1>/ports</h1>')
    for (const path of ['/vault', '/de/vault', '/api/vault']) {
      const response = await get(path)
      expect([path, response.status, (await response.text()).includes('combination')]).toEqual([path, 403, false])
    }

    const sitemap = await html('/sitemap.xml')
    // The address that a rewrite gives a page is its public one.
    expect(sitemap.match(/\/journal\/first<\/loc><lastmod>2026-01-02/g)).toHaveLength(2)
    expect(sitemap).toContain('/terms</loc>')
    expect(await html('/robots.txt')).toBe(
      'User-Agent: *\nAllow: /\nDisallow: /vault\n\nSitemap: https://boats.example/sitemap.xml\n',
    )
    const policy = (await get('/')).headers.get('content-security-policy')
    expect(policy).toMatch(/img-src [^;]*https:\/\/pictures\.example/)

    const echo = await get('/api/echo/7?a=1')
    expect(await echo.json()).toEqual({ id: '7', query: '?a=1' })
    expect((await get('/api/echo/7', { method: 'POST', headers: { origin: server.origin } })).status).toBe(204)
    expect((await get('/api/ping')).status).toBe(501)
  }, 60_000)

  it('hydrates and follows its links in Chromium, without a message', async () => {
    const page = await pageInNewProfile({ baseURL: server.origin })
    onTestFinished(() => page.context().close())
    const messages: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(`${page.url()} ${message.text()}`)
    })
    page.on('pageerror', ({ message }) => messages.push(`${page.url()} ${message}`))
    const isHydrated = () =>
      Array.from(document.querySelectorAll('body *')).some((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactFiber$')),
      )
    for (const path of ['/de', '/mates', '/de/parts', '/desk/rooms/deck', '/left/2', '/terms', '/']) {
      await page.goto(path)
      await page.waitForFunction(isHydrated)
    }
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.locator('#blog').click()
    await page.waitForURL('**/blog/first')
    await page.getByRole('heading', { name: /^first/ }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    // Its font is none, and it lacks a picture.
    expect(messages.filter((message) => !/404|tiny-|OTS parsing/.test(message))).toEqual([])
  }, 60_000)
})
