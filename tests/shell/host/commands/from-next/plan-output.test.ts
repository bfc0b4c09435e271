import { describe, expect, it } from 'vitest'
import { planOutput } from '#app/host/commands/from-next/plan-output.ts'
import { planPort } from '#app/host/commands/from-next/plan-port.ts'
import { readApplication } from '#app/host/commands/from-next/read-application.ts'
import { root as project } from '#tests/harness/project-files.ts'
import { nextApplication, PLAIN_PAGE } from '#tests/shell/host/commands/from-next/application.ts'

/** Returns the files that are to be written, as text. */
function written(files: Readonly<Record<string, string>>): Record<string, string> {
  const application = readApplication(nextApplication(files))
  const plan = planPort(application, new Set(['react']))
  const outputs = planOutput(application, plan, { project, taken: new Map(), report: '' })
  return Object.fromEntries(
    [...outputs].map(([path, output]) => [path, 'text' in output ? output.text : output.copyOf]),
  )
}

const ROUTES = 'app/routes/{-$locale}'
const ASYNC_PAGE = 'export default async function Page() { return <p /> }\n'

describe('routes', () => {
  it.each([
    ['a page', { 'app/about/page.tsx': PLAIN_PAGE }, ['about.tsx']],
    [
      'a page with pages below',
      { 'app/a/page.tsx': PLAIN_PAGE, 'app/a/[id]/page.tsx': PLAIN_PAGE },
      ['a/index.tsx', 'a/$id.tsx'],
    ],
    ['a layout', { 'app/a/layout.tsx': PLAIN_PAGE, 'app/a/page.tsx': PLAIN_PAGE }, ['a/route.tsx', 'a/index.tsx']],
    ['a group', { 'app/(a)/b/page.tsx': PLAIN_PAGE }, ['(a)/b.tsx']],
    ['a group with a layout', { 'app/(a)/layout.tsx': PLAIN_PAGE, 'app/(a)/b/page.tsx': PLAIN_PAGE }, ['(a)/b.tsx']],
    ['a catch-all', { 'app/a/[[...path]]/page.tsx': PLAIN_PAGE }, ['a/$.tsx']],
    ['a server route', { 'app/api/a/route.ts': 'export const GET = () => new Response()' }, ['api/a.ts']],
    ['a language', { 'app/[locale]/a/page.tsx': PLAIN_PAGE }, ['a.tsx']],
    ['the Pages Router', { 'pages/index.js': PLAIN_PAGE, 'pages/a/[id].js': PLAIN_PAGE }, ['index.tsx', 'a/$id.tsx']],
    ['a slot', { 'app/page.tsx': PLAIN_PAGE, 'app/@team/page.tsx': PLAIN_PAGE }, ['index.tsx']],
  ])('are written for %s', (_, files, expected) => {
    const paths = Object.keys(written(files)).filter((path) => path.startsWith('app/routes'))
    expect(paths.toSorted()).toEqual(expected.map((path) => `${ROUTES}/${path}`).toSorted())
  })

  it('have metadata, the query, an age and the nearest error page', () => {
    const page = `export const metadata = { title: "It's here", description: 'D' }
export const revalidate = 60
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string }> }) {}`
    const files = { 'app/a/error.tsx': 'export default ({ error }) => <p />', 'app/a/[id]/page.tsx': page }
    const text = written(files)[`${ROUTES}/a/$id.tsx`] ?? ''
    expect(text).toContain(String.raw`pageMeta(context, 'It\'s here', 'D')`)
    expect(text).toContain('validateSearch: (search: Record<string, unknown>): { q?: string } => ({')
    expect(text).toContain("cache: { freshFor: 60, staleFor: 60, search: ['q'] }")
    expect(text).toContain("import ErrorPage from '#app/ported/app/a/error.tsx'")
    expect(text).toContain('// from-next: app/a/[id]/page.tsx:3: move the component from from-next/app/a/[id]/page.tsx')
  })

  it.each([
    ['app/@modal/(.)photos/[id]', 'app/photos/[id]', "over: '/',"],
    ['app/feed/(.)photos', 'app/feed/photos', "over: '.',"],
    ['app/feed/(.)photos/[id]', 'app/feed/photos/[id]', "over: '..',"],
    ['app/feed/(..)photos', 'app/photos', "over: ['/{-$locale}/feed'],"],
    ['app/a/b/(...)photos', 'app/photos', "it opens over pages in /a/b\n      over: '/',"],
  ])('open over pages as %s does', (from, target, expected) => {
    const texts = written({
      [`${from}/page.tsx`]: ASYNC_PAGE,
      [`${target}/page.tsx`]: PLAIN_PAGE,
      'app/feed/layout.tsx': 'export default ({ children }) => children',
    })
    expect(Object.values(texts).find((text) => text.includes('interception'))).toContain(expected)
  })
})

describe('modules', () => {
  const body = (text: string, more: Readonly<Record<string, string>> = {}) => {
    const files = {
      'app/page.tsx': text,
      'app/blog/[slug]/page.tsx': PLAIN_PAGE,
      'app/shop/[...path]/page.tsx': PLAIN_PAGE,
      ...more,
    }
    return written(files)['app/ported/app/page.tsx'] ?? ''
  }
  const link = (href: string) =>
    body(`import Link from 'next/link'\nexport default (props) => <Link href=${href}>a</Link>`)

  it.each([
    ['"/"', '<Link to="/{-$locale}">'],
    ['"/blog/a"', `<Link to="/{-$locale}/blog/$slug" params={{ slug: 'a' }}>`],
    ['{`/blog/${post.slug}`}', '<Link to="/{-$locale}/blog/$slug" params={{ slug: String(post.slug) }}>'],
    ['{`/blog/a-${b}#c`}', '<Link to="/{-$locale}/blog/$slug" params={{ slug: `a-${b}` }} hash="c">'],
    ['"/shop/a/b"', `<Link to="/{-$locale}/shop/$" params={{ _splat: 'a/b' }}>`],
    ['{`/?page=${n}&q=x%20y`}', `<Link to="/{-$locale}" search={{ page: String(n), q: 'x y' }}>`],
    ['"https://example.com"', '<a href="https://example.com">a</a>'],
    ['"#part"', '<a href="#part">a</a>'],
    [
      '{props.href}',
      '<Link /* from-next: app/page.tsx:2: write to and params, which keep the language */ to={props.href}>',
    ],
    [
      '"/nowhere"',
      '<Link /* from-next: app/page.tsx:2: write to and params, which keep the language */ to="/nowhere">',
    ],
  ])('link to %s', (href, expected) => {
    expect(link(href)).toContain(expected)
  })

  it('have the hooks of this project', () => {
    const text = body(`'use client'
import { usePathname, useRouter, useSearchParams, useParams } from 'next/navigation'
export default () => {
  const router = useRouter()
  const all = [usePathname(), useSearchParams().get('a'), useParams().id]
  router.push('/blog/a')
  router.replace(all[0])
  router.refresh()
}`)
    expect(text).toContain("import { useLocation, useRouter, useParams } from '@tanstack/react-router'")
    expect(text).toContain(
      "[useLocation().pathname, new URLSearchParams(useLocation().searchStr).get('a'), useParams({ strict: false }).id]",
    )
    expect(text).toContain("router.navigate({ to: '/{-$locale}/blog/$slug', params: { slug: 'a' } })")
    expect(text).toContain('router.navigate({ href: all[0] /* from-next: app/page.tsx:7: ')
    expect(text).toContain('router.invalidate()')
    expect(text).not.toContain('next/navigation')
  })

  it('run here with all that they import, and otherwise lie outside of what is built', () => {
    const texts = written({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } } // with a comment',
      'app/page.tsx': `import { A } from '@/ui/a'\nimport styles from './a.module.css'\nexport default () => <A className={styles.a} />`,
      'app/a.module.css': '.a { color: red }',
      'ui/a.jsx': 'export const A = (props) => <p {...props} />',
      'app/b/page.tsx': `import { A } from '@/ui/a'\nimport { read } from '@/lib/read'\nexport default () => <A>{read()}</A>`,
      'lib/read.ts': "import fs from 'fs'\nexport const read = () => fs.readFileSync('a')",
    })
    expect(texts['app/ported/app/page.tsx']).toContain("import { A } from '#app/ported/ui/a.tsx'")
    expect(Object.keys(texts)).toEqual(
      expect.arrayContaining([
        'app/ported/app/a.module.css',
        'app/ported/ui/a.tsx',
        'from-next/app/b/page.tsx',
        'from-next/lib/read.ts',
      ]),
    )
    expect(texts['from-next/app/b/page.tsx']).toMatch(
      /^\/\/ from-next: app\/b\/page\.tsx:1: it imports lib\/read\.ts\n/,
    )
    expect(texts['app/ported/app/b/page.tsx']).toBeUndefined()
  })

  it("become server functions where they have 'use server'", () => {
    const action = "'use server'\nexport async function save(form) {}\nexport const remove = guarded(save)"
    const texts = written({
      'app/page.tsx': `import { save } from './actions'\nexport default () => <form action={save} />`,
      'app/actions.ts': action,
    })
    const text = texts['app/ported/app/actions.functions.ts'] ?? ''
    expect(text).toContain(
      "// from-next: app/actions.ts:2: move the body from from-next/app/actions.ts; check who may call it, and its input\nexport const save = createServerFn({ method: 'POST' })",
    )
    expect(text).toContain('export const remove = createServerFn')
  })
})

describe('the routing table', () => {
  const table = (config: string, more = {}) =>
    written({ 'app/page.tsx': PLAIN_PAGE, 'next.config.mjs': `export default ${config}`, ...more })['app/routing.ts']

  it('has redirects, rewrites, languages and slashes', () => {
    const text = table(`{
  trailingSlash: true,
  i18n: { locales: ['en', 'de'], defaultLocale: 'en', localeDetection: false },
  redirects: async () => [{ source: '/a', destination: '/b', permanent: true }, { source: '/c/:d(', destination: '/', permanent: true }],
  rewrites: async () => ({ fallback: [{ source: '/:path*', destination: 'https://old.example.com/:path*' }] }),
}`)
    expect(text).toContain('locales: ["en","de"]')
    expect(text).toContain('localeDetection: false')
    expect(text).toContain('trailingSlash: true')
    expect(text).toContain(
      'redirects: [\n{"source":"/a","destination":"/b","permanent":true},\n// from-next: next.config.mjs:4: ',
    )
    expect(text).toContain('// {"source":"/c/:d("')
    expect(text).toContain('rewrites: {\nfallback: [\n{"source":"/:path*"')
  })

  it('marks what has to be written by hand', () => {
    const text = table("{ basePath: '/docs', redirects: () => load() }")
    expect(text).toContain('// from-next: next.config.mjs:1: the base path was "/docs"')
    expect(text).toContain('// from-next: next.config.mjs:1: redirects is computed')
  })

  it('has the languages of next-intl, whose messages become namespaces', () => {
    const texts = written({
      'app/[locale]/page.tsx': `import { useTranslations } from 'next-intl'\nexport default () => <p>{useTranslations('Start')('hello')}</p>`,
      'i18n/routing.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en', pathnames: { '/a': { de: '/ah' } } })`,
      'messages/en.json': '{ "Start": { "hello": "Hello" } }',
      'messages/de.json': '{ "Start": { "hello": "Hallo" } }',
    })
    expect(texts['app/routing.ts']).toContain('// from-next: i18n/routing.ts:2: pathnames: {"/a":{"de":"/ah"}}')
    expect(texts['app/locales/de/Start.json']).toContain('"Hallo"')
    expect(texts['app/ported/messages.d.ts']).toContain('Start: typeof Start')
    expect(texts[`${ROUTES}/index.tsx`]).toContain("loadMessages('Start', getLocale(params))")
  })
})
