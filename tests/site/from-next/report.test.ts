import { describe, expect, it } from 'vitest'
import { type Known, countAll, findAll } from '#app/from-next/report.ts'
import { PLAIN_PAGE, applicationOf, knownOf } from '#tests/site/from-next/application.ts'

function findings(files: Readonly<Record<string, string>>, known: Partial<Known> = {}) {
  const application = applicationOf({ 'app/page.tsx': PLAIN_PAGE, ...files })
  return findAll(application, knownOf(application, known))
}

/** Returns `name @line` of one file. */
const places = (path: string, text: string) =>
  findings({ [path]: text })
    .filter((finding) => finding.path === path)
    .map(({ name, line }) => `${name} @${line}`)

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
    expect(found).toMatchObject([{ line: 1, section, note: expect.stringContaining(note) }])
  })

  it('have a row in MDX, also where they cannot be read', () => {
    const found = findings({ 'app/a/page.mdx': '# A', 'app/b/page.md': '# B' })
    expect(found.map(({ path, section }) => [path, section])).toEqual([
      ['app/a/page.mdx', 'next-by-item#mdx'],
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
const d = "'use server'"
brandNew()`
    expect(places('lib/a.tsx', text)).toEqual([
      'next/font/local @5',
      'next/font/google @6',
      'next/headers#cookies @12',
      'next/cache#revalidateTag @14',
      'next/navigation#usePathname @15',
      'next/navigation#useRouter @16',
      'next-intl#useTranslations @17',
      'next/image#default @20',
      'next/link#default @21',
      'next/cache#brandNew @25',
    ])
  })

  it.each<[string, string, string[]]>([
    ["'use client'", "'use client'", []],
    ["'use server' in a function", "async function a() {\n  'use server'\n}", ["'use server' @2"]],
    ["'use cache'", "'use cache: remote'", ["'use cache: remote' @1"]],
    [
      "'use cache' in a function",
      "import { cacheTag } from 'next/cache'\nasync function a() { 'use cache'; cacheTag('a'); return 1 }",
      ['next/cache#cacheTag @2', "'use cache' @2"],
    ],
    ['what is not needed', "import { connection } from 'next/server'\nconnection()", []],
    ['fetch with a cache', "fetch('/', { next: { revalidate: 1 } })\nfetch('/')", ['fetch @1']],
  ])('%s', (_, text, expected) => {
    expect(places('lib/a.tsx', text)).toEqual(expected)
  })

  it.each([
    ['metadata', "export const metadata = { title: 'A' }", 'metadata @1'],
    ['computed metadata', 'export const metadata = make()', 'metadata @1'],
    ['generateMetadata', 'export async function generateMetadata(props, parent) {}', 'generateMetadata @1'],
    ['revalidate', 'export const revalidate = 60', 'revalidate @1'],
    ['dynamic', "export const dynamic = 'force-static'", 'dynamic @1'],
    [
      'params that are the only ones',
      'export const dynamicParams = false\nexport const generateStaticParams = () => []',
      'generateStaticParams @2',
    ],
  ])('%s of a page', (_, text, expected) => {
    expect(places('app/a/page.tsx', `${text}\n${PLAIN_PAGE}`)).toContain(expected)
  })

  it.each([
    "export const dynamic = 'force-dynamic'",
    'export const generateStaticParams = () => []',
    "export const runtime = 'edge'",
  ])('is nothing where nothing is to be done: %s', (text) => {
    expect(places('app/a/page.tsx', `${text}\n${PLAIN_PAGE}`)).toEqual(['page @1'])
  })
})

it('the report reads the navigation of next-intl as that of Next.js', () => {
  const found = findings({
    'i18n/navigation.ts':
      "import { createNavigation } from 'next-intl/navigation'\nexport const { Link, usePathname } = createNavigation({})",
    'lib/a.tsx':
      'import { Link, usePathname } from \'../i18n/navigation\'\nexport const A = () => <Link href="/">{usePathname()}</Link>',
  })
  expect(found.filter(({ path }) => path === 'lib/a.tsx').map(({ name }) => name)).toEqual([
    'next/link#default',
    'next/navigation#usePathname',
  ])
})

describe('next.config', () => {
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
    expect(found.map(({ name, line, note }) => `${name} @${line}: ${note}`)).toEqual([
      'rewrites @3: not written: is computed',
      'basePath @4: basePath of app/site.ts: /docs',
      expect.stringMatching(/^images @5/),
      expect.stringMatching(/^https:\/\/img\.example\.org @5/),
    ])
  })
})

it('the report counts what is to be moved', () => {
  const application = applicationOf({
    'app/page.tsx': PLAIN_PAGE,
    'app/a/page.md': '# A',
    'app/@slot/page.tsx': PLAIN_PAGE,
    'app/api/route.ts': 'export const GET = () => new Response(process.env.KEY)',
    'lib/actions.ts':
      "'use server'\nimport 'swr'\nimport 'next-auth'\nexport async function save() {}\nexport const limit = process.env.KEY\nexport const send = wrap(async () => {})",
    '.env': 'OTHER=1',
    'lib/form.tsx': "export const Form = () => <form action={async (data) => { 'use server' }} />",
    'middleware.ts': "import { check } from './check'\nexport const middleware = (request) => check(request)",
  })
  expect(countAll(application, knownOf(application).guards)).toEqual({
    pages: 2,
    'server routes': 1,
    guards: 1,
    'behind a guard': 2,
    'server actions': 3,
    'environment variables': 2,
    packages: 2,
    'packages without a place': 1,
  })
})
