import { describe, expect, it } from 'vitest'
import { findAll, formatReport, summarize } from '#app/from-next/report.ts'
import { planPort } from '#app/from-next/carried-modules.ts'
import { readApplication } from '#app/from-next/read-application.ts'
import { nextApplication, PLAIN_PAGE } from '#tests/site/from-next/application.ts'

function findings(files: Readonly<Record<string, string>>, taken: ReadonlyMap<string, string> = new Map()) {
  const application = readApplication(nextApplication({ 'app/page.tsx': PLAIN_PAGE, ...files }))
  return findAll(application, planPort(application, new Set(['react'])), taken)
}

/** Returns `verdict name @line` of one file. */
const places = (path: string, text: string) =>
  findings({ [path]: text })
    .filter((finding) => finding.path === path)
    .map(({ verdict, name, line }) => `${verdict}: ${name} @${line}`)

describe('files', () => {
  const LAYOUT = 'export default ({ children }) => children'
  it.each([
    ['app/a/page.tsx', PLAIN_PAGE, 'done: page'],
    ['app/a/page.tsx', 'export default async () => <p>{await a()}</p>', 'done: page'],
    ['app/a/page.tsx', "import x from 'swr'\nexport default () => <p>{x}</p>", 'by hand: page'],
    ['app/a/layout.tsx', LAYOUT, 'done: layout'],
    ['app/(a)/layout.tsx', LAYOUT, 'done: layout'],
    ['app/layout.tsx', LAYOUT, 'done: layout'],
    ['app/layout.tsx', 'export default async () => <html>{await a()}</html>', 'done: layout'],
    ['app/a/loading.tsx', PLAIN_PAGE, 'done: loading'],
    ['app/a/error.tsx', 'export default ({ error, reset }) => <p>{error.message}</p>', 'done: error'],
    ['app/@team/page.tsx', PLAIN_PAGE, 'by hand: page'],
    ['app/a/template.tsx', LAYOUT, 'by hand: template'],
    ['app/api/a/route.ts', 'export const GET = () => Response.json({})', 'done: route'],
    ['middleware.ts', 'export function middleware() {}', 'by hand: middleware'],
    ['app/sitemap.ts', 'export default () => []', 'done: sitemap'],
    ['app/sitemap.ts', 'export const generateSitemaps = () => []\nexport default () => []', 'by hand: sitemap'],
    ['app/sitemap.ts', "import a from 'swr'\nexport default () => a()", 'by hand: sitemap'],
    ['app/robots.ts', 'export default () => ({ rules: {} })', 'done: robots'],
    ['app/icon1.tsx', 'export default () => new Response()', 'by hand: icon'],
    ['pages/_app.tsx', 'export default ({ Component }) => <Component />', 'by hand: _app'],
    ['instrumentation.ts', 'export function register() {}', 'by hand: instrumentation'],
  ])('%s with %j is %s', (path, text, expected) => {
    expect(places(path, text)).toEqual([`${expected} @1`])
  })

  it('names why a page cannot run here', () => {
    const found = findings({
      'app/a/page.tsx': "import { Chart } from '../../lib/chart'\nexport default () => <Chart />",
      'lib/chart.ts': "export { Chart } from 'charts'",
    })
    expect(found.find(({ path }) => path === 'app/a/page.tsx')?.note).toContain(
      'but with a stub: it imports lib/chart.ts',
    )
  })
})

describe('what modules import, export, call and render', () => {
  it('are names of Next.js, where they are used', () => {
    const text = `import { cookies } from 'next/headers'
import { revalidateTag as r } from 'next/cache'
import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import font from 'next/font/local'
import { Inter } from 'next/font/google'
import Image, { ImageProps } from 'next/image'
import Link from 'next/link'
import { brandNew } from 'next/cache'
import type { Metadata } from 'next'
import { type NextRequest } from 'next/server'
await cookies()
;(await cookies()).get('a')
r('a')
usePathname()
useRouter().push('/')
useTranslations('a')
font({ src: './a.woff2' })
Inter()
export const A = (props: ImageProps) => <Image src="/a.png" alt={props.alt} />
export const B = () => <Link href="/" />
export const C = (p) => <Link href={p.to} />
// cookies() of next/headers
const d = "'use server'"`
    expect(places('lib/a.tsx', text)).toEqual([
      'done: next/font/local @5',
      'by hand: next/font/google @6',
      'no answer: next/cache#brandNew @9',
      'done: next/headers#cookies @12',
      'done: next/headers#cookies @13',
      'done: next/cache#revalidateTag @14',
      'done: next/navigation#usePathname @15',
      'done: next/navigation#useRouter @16',
      'done: next-intl#useTranslations @17',
      'done: next/image#default @20',
      'done: next/link#default @21',
      'done: next/link#default @22',
    ])
  })

  it.each<[string, string, string[]]>([
    ['a namespace', "import * as n from 'next/navigation'\nn.notFound()", ['by hand: next/navigation#notFound @2']],
    ["'use client'", "'use client'", ["done: 'use client' @1"]],
    ["'use server' in a function", "async function a() {\n  'use server'\n}", ["done: 'use server' @2"]],
    ["'use cache'", "'use cache: remote'", ["by hand: 'use cache: remote' @1"]],
    [
      "'use cache' in a function",
      "import { cacheTag } from 'next/cache'\nasync function a() { 'use cache'; cacheTag('a'); return 1 }",
      ["done: 'use cache' @2", 'done: next/cache#cacheTag @2'],
    ],
    ['NEXT_PUBLIC_', 'const a = process.env.NEXT_PUBLIC_URL', ['done: NEXT_PUBLIC_URL @1']],
    ['fetch with a cache', "fetch('/', { next: { revalidate: 1 } })\nfetch('/')", ['by hand: global#fetch @1']],
  ])('%s', (_, text, expected) => {
    expect(places('lib/a.tsx', text)).toEqual(expected)
  })

  it.each([
    ['metadata', "export const metadata = { title: 'A' }", 'done: metadata @1'],
    ['computed metadata', 'export const metadata = make()', 'done: metadata @1'],
    ['metadata of another module', "export { metadata } from './a'", 'by hand: metadata @1'],
    ['generateMetadata', 'export async function generateMetadata(props, parent) {}', 'done: generateMetadata @1'],
    ['revalidate', 'export const revalidate = 60', 'done: revalidate @1'],
    ['revalidate = false', 'export const revalidate = false', 'by hand: revalidate @1'],
    ['generateStaticParams', 'export const generateStaticParams = () => []', 'done: generateStaticParams @1'],
    ['runtime', "export const runtime = 'edge'", 'done: runtime @1'],
  ])('%s of a page', (_, text, expected) => {
    expect(places('app/a/page.tsx', `${text}\n${PLAIN_PAGE}`)).toContain(expected)
  })

  it('names layouts whose metadata the page below cannot get', () => {
    const found = findings({
      'app/layout.tsx': "export { metadata } from '../lib/a'\nexport default ({ children }) => children",
      'app/a/page.tsx': `export function generateMetadata(props, parent) { return parent }\n${PLAIN_PAGE}`,
    })
    const row = found.find(({ name, path }) => name === 'generateMetadata' && path === 'app/a/page.tsx')
    expect(row).toMatchObject({ verdict: 'by hand', note: expect.stringMatching(/declare them in: app\/layout\.tsx$/) })
  })

  it('finds redirects in components, and in actions', () => {
    const text = `import { redirect } from 'next/navigation'
export default async function Page() {
  async function save() { 'use server'; redirect('/saved') }
  redirect('/a')
}`
    const notes = findings({ 'app/a/page.tsx': text }).filter(({ name }) => name.endsWith('#redirect'))
    expect(notes.map(({ line, verdict }) => [line, verdict])).toEqual([
      [3, 'done'],
      [4, 'done'],
    ])
  })

  it('finds guards in middleware', () => {
    const text = "import { NextResponse } from 'next/server'\nexport default () => NextResponse.redirect('/sign-in')"
    const guard = findings({ 'src/middleware.ts': text }).find(({ line }) => line === 2)
    expect(guard).toMatchObject({ verdict: 'by hand', section: 'sessions-and-guards#guard' })
    expect(guard?.note).toMatch(/^a guard/)
  })

  it('finds pages that read the query', () => {
    const text = 'export default async function Page({ searchParams }) { return <p>{(await searchParams).q}</p> }'
    expect(places('app/a/page.tsx', text)).toContain('done: searchParams @1')
    const other = "export default () => new URL('http://a').searchParams.get('b')"
    expect(places('app/a/page.tsx', other).join()).not.toContain('searchParams')
  })
})

it('reads the navigation of next-intl as that of Next.js', () => {
  const found = findings({
    'i18n/navigation.ts':
      "import { createNavigation } from 'next-intl/navigation'\nexport const { Link, usePathname } = createNavigation({})",
    'lib/a.tsx':
      'import { Link, usePathname } from \'../i18n/navigation\'\nexport const A = () => <Link href="/">{usePathname()}</Link>',
  })
  expect(found.filter(({ path }) => path === 'lib/a.tsx').map(({ verdict, name }) => `${verdict}: ${name}`)).toEqual([
    'done: next/navigation#usePathname',
    'done: next/link#default',
  ])
})

describe('addresses and next.config', () => {
  it('finds pages whose address is taken', () => {
    const files = {
      'app/(a)/reports/page.tsx': PLAIN_PAGE,
      'app/monitoring/page.tsx': PLAIN_PAGE,
      'app/b/page.tsx': PLAIN_PAGE,
    }
    const found = findings(files, new Map([['reports', 'the part report-desk']]))
    expect(found.filter(({ kind }) => kind === 'address')).toMatchObject([
      { verdict: 'by hand', name: '/reports', path: 'app/(a)/reports/page.tsx' },
      { verdict: 'by hand', name: '/monitoring', path: 'app/monitoring/page.tsx' },
    ])
  })

  it('judges keys, and lists the hosts of images', () => {
    const config = `export default {
  redirects: async () => [],
  rewrites: async () => fetchRules(),
  basePath: '/docs',
  images: { remotePatterns: [{ protocol: 'https', hostname: '**.example.com' }], domains: ['img.example.org'] },
}`
    const found = findings({ 'next.config.ts': config }).filter(({ path }) => path === 'next.config.ts')
    expect(found.map(({ verdict, name, line }) => `${verdict}: ${name} @${line}`)).toEqual([
      'done: redirects @2',
      'by hand: rewrites @3',
      'done: basePath @4',
      'done: images @5',
      'done: https://img.example.org @5',
      'done: https://*.example.com @5',
    ])
  })

  it('names packages that are not installed, once', () => {
    const found = findings({ 'lib/a.ts': "import 'swr'", 'lib/b.ts': "import 'swr/infinite'\nimport 'react'" })
    expect(found.filter(({ path }) => path === 'package.json').map(({ name }) => name)).toEqual(['swr'])
  })
})

describe('the report', () => {
  const report = () =>
    findings({
      'app/a/page.tsx':
        "import { draftMode } from 'next/headers'\ndraftMode()\ndraftMode()\nexport default async () => null",
      'next.config.mjs': 'export default { skipTrailingSlashRedirect: true }',
    })

  it('counts places, and files by their worst place', () => {
    const { places: counted, files, minutes } = summarize(report())
    expect(counted).toEqual({ done: 2, 'by hand': 2, 'no answer': 1 })
    expect(files).toEqual({ done: 1, 'by hand': 1, 'no answer': 1 })
    // Slashes, and drafts once.
    expect(minutes).toBe(5 + 15)
  })

  it('is for terminals, Markdown or JSON, with the place and the section of each', () => {
    const found = report()
    expect(formatReport(found, 'terminal')).toContain('  app/a/page.tsx:2 and 1 more place  next/headers#draftMode\n')
    expect(formatReport(found, 'markdown')).toContain(
      '| `app/a/page.tsx:2` and 1 more place | `next/headers#draftMode` | ',
    )
    expect(JSON.parse(formatReport(found, 'json'))).toMatchObject({ places: { done: 2 }, findings: found })
  })
})
