import { describe, expect, it } from 'vitest'
import { type Known, countAll, findAll, formatReport } from '#app/from-next/report.ts'
import { PLAIN_PAGE, applicationOf, knownOf } from '#tests/site/from-next/application.ts'

function findings(files: Readonly<Record<string, string>>, known: Partial<Known> = {}) {
  const application = applicationOf({ 'app/page.tsx': PLAIN_PAGE, ...files })
  return findAll(application, knownOf(application, known))
}

/** Returns `verdict name @line` of one file. */
const places = (path: string, text: string) =>
  findings({ [path]: text })
    .filter((finding) => finding.path === path)
    .map(({ verdict, name, line }) => `${verdict}: ${name} @${line}`)

describe('files', () => {
  it.each([
    ['app/a/page.tsx', 'coming-from-next#files', 'a route: its task sheet'],
    ['app/@team/page.tsx', 'next-by-item#slots', 'a page of a Slot'],
    ['app/a/(.)b/page.tsx', 'interception#declare', 'interception.over'],
    ['app/layout.tsx', 'coming-from-next#files', 'app/shell/shell.tsx'],
    ['app/a/layout.tsx', 'coming-from-next#files', 'route.tsx of the folder'],
    ['app/a/loading.tsx', 'coming-from-next#files', 'pendingComponent'],
    ['app/a/template.tsx', 'next-by-item#template', 'remountDeps'],
    ['app/api/a/route.ts', 'server-routes-and-jobs#api', 'a server route'],
    ['middleware.ts', 'sessions-and-guards#guard', 'rules go to app/routing.ts'],
    ['app/sitemap.ts', 'metadata#sitemap', '/sitemap.xml lists'],
    ['app/icon1.tsx', 'metadata#icons', 'files in public/'],
    ['pages/_app.tsx', 'coming-from-next#files', 'app/shell/shell.tsx'],
    ['pages/api/a.ts', 'server-routes-and-jobs#api', 'a server route'],
    ['instrumentation.ts', 'next-by-item#instrumentation', 'what runs at the start'],
  ])('%s leads to %s', (path, section, note) => {
    const found = findings({ [path]: 'export default () => null' }).filter((finding) => finding.path === path)
    expect(found).toMatchObject([{ verdict: 'by hand', line: 1, section, note: expect.stringContaining(note) }])
  })

  it('are by hand in MDX, also where they cannot be read', () => {
    const found = findings({ 'app/a/page.mdx': '# A', 'app/b/page.md': '# B' })
    expect(found.map(({ path, section }) => [path, section])).toEqual([
      ['app/a/page.mdx.tsx', 'next-by-item#mdx'],
      ['app/b/page.md', 'coming-from-next#files'],
      ['app/page.tsx', 'coming-from-next#files'],
    ])
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
      'by hand: next/font/local @5',
      'by hand: next/font/google @6',
      'no answer: next/cache#brandNew @9',
      'by hand: next/headers#cookies @12',
      'by hand: next/headers#cookies @13',
      'by hand: next/cache#revalidateTag @14',
      'by hand: next/navigation#usePathname @15',
      'by hand: next/navigation#useRouter @16',
      'by hand: next-intl#useTranslations @17',
      'by hand: next/image#default @20',
      'by hand: next/link#default @21',
      'by hand: next/link#default @22',
    ])
  })

  it.each<[string, string, string[]]>([
    ['a namespace', "import * as n from 'next/navigation'\nn.notFound()", ['by hand: next/navigation#notFound @2']],
    ["'use client'", "'use client'", ["nothing to do: 'use client' @1"]],
    ["'use server' in a function", "async function a() {\n  'use server'\n}", ["by hand: 'use server' @2"]],
    ["'use cache'", "'use cache: remote'", ["by hand: 'use cache: remote' @1"]],
    [
      "'use cache' in a function",
      "import { cacheTag } from 'next/cache'\nasync function a() { 'use cache'; cacheTag('a'); return 1 }",
      ["by hand: 'use cache' @2", 'by hand: next/cache#cacheTag @2'],
    ],
    [
      'variables',
      "const a = process.env.NEXT_PUBLIC_URL + process.env['KEY']",
      ['by hand: NEXT_PUBLIC_URL @1', 'by hand: KEY @1'],
    ],
    ['variables by name', 'const { A, NODE_ENV } = process.env', ['by hand: A @1']],
    [
      'what is called of no request',
      "import { connection } from 'next/server'\nconnection()",
      ['nothing to do: next/server#connection @2'],
    ],
    ['fetch with a cache', "fetch('/', { next: { revalidate: 1 } })\nfetch('/')", ['by hand: global#fetch @1']],
  ])('%s', (_, text, expected) => {
    expect(places('lib/a.tsx', text)).toEqual(expected)
  })

  it.each([
    ['metadata', "export const metadata = { title: 'A' }", 'by hand: metadata @1'],
    ['computed metadata', 'export const metadata = make()', 'by hand: metadata @1'],
    ['generateMetadata', 'export async function generateMetadata(props, parent) {}', 'by hand: generateMetadata @1'],
    ['revalidate', 'export const revalidate = 60', 'by hand: revalidate @1'],
    ['dynamic', "export const dynamic = 'force-static'", 'by hand: dynamic @1'],
    ['what is usual', "export const dynamic = 'force-dynamic'", 'nothing to do: dynamic @1'],
    ['generateStaticParams', 'export const generateStaticParams = () => []', 'nothing to do: generateStaticParams @1'],
    [
      'params that are the only ones',
      'export const dynamicParams = false\nexport const generateStaticParams = () => []',
      'by hand: generateStaticParams @2',
    ],
    ['runtime', "export const runtime = 'edge'", 'nothing to do: runtime @1'],
  ])('%s of a page', (_, text, expected) => {
    expect(places('app/a/page.tsx', `${text}\n${PLAIN_PAGE}`)).toContain(expected)
  })

  it('finds guards in middleware', () => {
    const text = "import { NextResponse } from 'next/server'\nexport default () => NextResponse.redirect('/sign-in')"
    const guard = findings({ 'src/middleware.ts': text }).find(({ line }) => line === 2)
    expect(guard).toMatchObject({ verdict: 'by hand', section: 'sessions-and-guards#guard' })
    expect(guard?.note).toMatch(/^a guard/)
  })

  it('finds pages that read the query', () => {
    const text = 'export default async function Page({ searchParams }) { return <p>{(await searchParams).q}</p> }'
    expect(places('app/a/page.tsx', text)).toContain('by hand: searchParams @1')
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
    'by hand: next/navigation#usePathname',
    'by hand: next/link#default',
  ])
})

describe('addresses and next.config', () => {
  it('finds pages whose address is taken', () => {
    const files = {
      'app/(a)/reports/page.tsx': PLAIN_PAGE,
      'app/monitoring/page.tsx': PLAIN_PAGE,
      'app/b/page.tsx': PLAIN_PAGE,
    }
    const found = findings(files, {
      ownerOf: (address) => (address.length < 3 ? undefined : `the owner of ${address}`),
    })
    expect(found.filter(({ kind }) => kind === 'address')).toMatchObject([
      { verdict: 'by hand', name: '/reports', note: expect.stringContaining('the owner of /reports') },
      { verdict: 'by hand', name: '/monitoring', path: 'app/monitoring/page.tsx' },
    ])
  })

  it('judges keys, and lists what is not written and the hosts of images', () => {
    const config = `export default {
  redirects: async () => [],
  rewrites: async () => fetchRules(),
  basePath: '/docs',
  images: {},
  reactStrictMode: true,
}`
    const left = [{ name: 'rewrites', path: 'next.config.ts', line: 3, note: 'is computed' }]
    const known = { left, imageHosts: ['https://img.example.org'] }
    const found = findings({ 'next.config.ts': config }, known).filter(({ path }) => path === 'next.config.ts')
    expect(found.map(({ verdict, name, line, note }) => `${verdict}: ${name} @${line}: ${note}`)).toEqual([
      'nothing to do: redirects @2: app/routing.ts has it',
      'by hand: rewrites @3: not written: is computed',
      'by hand: basePath @4: basePath of app/site.ts: /docs',
      expect.stringMatching(/^by hand: images @5/),
      expect.stringMatching(/^by hand: https:\/\/img\.example\.org @5/),
      'nothing to do: reactStrictMode @6: not needed',
    ])
  })

  it('names packages that are not installed, once, and those that need Next.js', () => {
    const found = findings({
      'lib/a.ts': "import 'swr'\nimport 'server-only'\nimport type { A } from 'types'",
      'lib/b.ts': "import 'swr/infinite'\nimport 'react'\nimport 'next-auth/react'",
      'vitest.config.ts': "import 'vitest'",
    })
    const packages = found.filter(({ path }) => path === 'package.json')
    expect(packages.map(({ verdict, name }) => `${verdict}: ${name}`)).toEqual(['no answer: next-auth', 'by hand: swr'])
  })
})

it('counts what is to be moved', () => {
  const application = applicationOf({
    'app/page.tsx': PLAIN_PAGE,
    'app/a/page.md': '# A',
    'app/@slot/page.tsx': PLAIN_PAGE,
    'app/api/route.ts': 'export const GET = () => new Response(process.env.KEY)',
    'lib/actions.ts':
      "'use server'\nimport 'swr'\nimport 'next-auth'\nexport async function save() {}\nexport const limit = process.env.KEY",
    'lib/form.tsx': "export const Form = () => <form action={async (data) => { 'use server' }} />",
    'middleware.ts': "import { check } from './check'\nexport const middleware = (request) => check(request)",
  })
  expect(countAll(application, knownOf(application).guards)).toEqual({
    pages: 2,
    'server routes': 1,
    'behind a guard': 2,
    'server actions': 2,
    'environment variables': 1,
    packages: 2,
    'packages without a place': 1,
  })
})

describe('the report', () => {
  const report = () =>
    findings({
      'app/a/page.tsx':
        "'use client'\nimport { draftMode } from 'next/headers'\ndraftMode()\ndraftMode()\nexport default async () => null",
      'next.config.mjs': 'export default { skipTrailingSlashRedirect: true }',
    })
  it('has the place and the section of each, equal ones once, and ends with the counts', () => {
    const text = formatReport(report(), { pages: 2 })
    expect(text).toContain('  app/a/page.tsx:3 and 1 more place  next/headers#draftMode\n')
    expect(text.match(/^[a-z ]+\(\d\)$/gm)).toEqual(['no answer (1)', 'by hand (4)', 'nothing to do (1)'])
    expect(text).toMatch(/\npages 2\n$/)
  })
})
