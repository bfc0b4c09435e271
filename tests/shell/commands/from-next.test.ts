import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tags, titleOf } from '#tests/harness/html.ts'
import { root } from '#tests/harness/project-files.ts'
import { type Server, startServer } from '#tests/harness/start-server.ts'
import { copyApplication, typesOfApplication } from '#tests/shell/application/build.ts'

/** A Next.js application with one of each convention. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "dependencies": { "next": "16.0.0", "next-intl": "4.0.0" } }',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  'next.config.ts': `export default {
  redirects: async () => [{ source: '/old/:slug', destination: '/blog/:slug', permanent: true }],
  rewrites: async () => [{ source: '/journal/:slug', destination: '/blog/:slug' }],
}`,
  'messages/en.json': '{ "Greeting": { "hello": "Hello from the messages" } }',
  'messages/de.json': '{ "Greeting": { "hello": "Hallo aus den Texten" } }',
  'src/i18n/routing.ts': `import { defineRouting } from 'next-intl/routing'
export const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })`,
  'src/middleware.ts': "import { NextResponse } from 'next/server'\nexport default () => NextResponse.next()",
  'src/app/[locale]/layout.tsx':
    'export default function Layout({ children }) { return <html><body>{children}</body></html> }',
  'src/app/[locale]/page.tsx': `import Link from 'next/link'
import { useTranslations } from 'next-intl'
export const metadata = { title: 'Start here' }
export default function Page() {
  const t = useTranslations('Greeting')
  return <><h1>{t('hello')}</h1><Link href={\`/blog/\${'first'}\`} id="blog">Blog</Link></>
}`,
  'src/app/[locale]/blog/layout.tsx': `import styles from './blog.module.css'
export default function Layout({ children }: { children: React.ReactNode }) { return <div id="ported-layout" className={styles.blog}>{children}</div> }`,
  'src/app/[locale]/blog/blog.module.css': '.blog { color: inherit }',
  'src/app/[locale]/blog/error.tsx': `'use client'
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) { return <button onClick={reset}>{error.message}</button> }`,
  'src/app/[locale]/blog/loading.tsx': 'export default function Loading() { return <p>Loading</p> }',
  'src/app/[locale]/blog/not-found.tsx': 'export default function NotFound() { return <p>Nothing</p> }',
  'src/app/[locale]/blog/[slug]/page.tsx': `export const revalidate = 60
export async function generateMetadata() { return { title: 'x' } }
export default async function Page({ params, searchParams }: { params: Promise<{ slug: string }>; searchParams: Promise<{ q?: string; tags?: string[] }> }) { return <p /> }`,
  'src/app/[locale]/stream/page.tsx': `'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Button } from '@/ui/button'
export default function Feed() {
  const router = useRouter()
  return <Button onClick={() => router.push('/blog/a')}>{usePathname()} {useSearchParams().get('q')}</Button>
}`,
  'src/ui/button.jsx': 'export const Button = (props) => <button {...props} />',
  'src/app/[locale]/stream/(.)photos/[id]/page.tsx': 'export default function Sheet() { return <h1>Sheet</h1> }',
  'src/app/[locale]/stream/photos/[id]/page.tsx': 'export default async function Photo() { return <h1>Photo</h1> }',
  'src/app/[locale]/(shop)/layout.tsx':
    'export default function Shop({ children }) { return <section>{children}</section> }',
  'src/app/[locale]/(shop)/cart/page.tsx': `import Image from 'next/image'
export default function Cart() { return <Image src="/cart.png" alt="Cart" width={1} height={1} priority /> }`,
  'src/app/[locale]/(plain)/terms/page.tsx': 'export default function Terms() { return <h1>Terms</h1> }',
  'src/app/[locale]/files/[...path]/page.tsx': 'export default function Files() { return <h1>Files</h1> }',
  'src/app/[locale]/@team/page.tsx': 'export default function Team() { return null }',
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
  folder = mkdtempSync(join(root, 'tests/.tmp/from-next-'))
  copyApplication(folder)
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'next', path)), { recursive: true })
    writeFileSync(join(folder, 'next', path), text)
  }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('an application that from-next wrote', () => {
  it('builds, and its types are right', () => {
    const written = run('node', 'app/host/commands/cli.ts', 'from-next', 'next', '--write', 'written')
    expect(written.status, written.output).toBe(0)
    rmSync(join(folder, 'next'), { recursive: true })
    cpSync(join(folder, 'written'), folder, { recursive: true })
    rmSync(join(folder, 'written'), { recursive: true })
    const built = run('vinxi', 'build')
    expect(built.status, built.output).toBe(0)
    const checked = run('tsc', '-p', typesOfApplication)
    expect(checked.output).toBe('')
  }, 300_000)

  it('marks the places where a person must look', () => {
    const page = readFileSync(join(folder, 'app/routes/{-$locale}/blog/$slug.tsx'), 'utf8')
    expect(page).toMatch(/\/\/ from-next: src\/app\/\[locale\]\/blog\/\[slug\]\/page\.tsx:3: move the component/)
  })

  it('serves its pages, layouts, rules, messages and server routes', async () => {
    server = await startServer({ cwd: folder })
    const get = (path: string, options: RequestInit = {}) =>
      fetch(server.origin + path, { redirect: 'manual', ...options })
    const html = async (path: string) => (await get(path)).text()

    const home = await html('/')
    expect(home).toContain('Hello from the messages')
    expect(titleOf(home)).toMatch(/^Start here/)
    expect(tags(home, 'a').find(({ id }) => id === 'blog')?.href).toBe('/blog/first')
    const german = await html('/de')
    expect(german).toContain('Hallo aus den Texten')
    expect(tags(german, 'a').find(({ id }) => id === 'blog')?.href).toBe('/de/blog/first')

    expect(await html('/blog/first?q=x')).toMatch(/id="ported-layout"[\s\S]*<h1>\/blog\/\$slug first x<\/h1>/)
    expect((await get('/old/a')).headers.get('location')).toBe('/blog/a')
    expect(await html('/journal/a')).toContain('<h1>/blog/$slug a</h1>')
    expect(await html('/stream?q=sea')).toMatch(/<button>\/stream(<!-- -->| )+sea<\/button>/)
    expect(await html('/terms')).toContain('<h1>Terms</h1>')
    expect(await html('/cart')).toContain('<section><img src="/cart.png"')
    expect((await get('/files')).status).toBe(404)
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/files/a/b')).status).toBe(200)

    const echo = await get('/api/echo/7?a=1')
    expect(await echo.json()).toEqual({ id: '7', query: '?a=1' })
    expect((await get('/api/echo/7', { method: 'POST', headers: { origin: server.origin } })).status).toBe(204)
    expect((await get('/api/ping')).status).toBe(501)
  }, 60_000)
})
