import { describe, expect, it } from 'vitest'
import { PLAIN_PAGE, written } from '#tests/shell/host/commands/from-next/application.ts'

const ROUTES = 'app/routes/{-$locale}'
const ASYNC_PAGE = 'export default async function Page() { return <p>{await 1}</p> }\n'

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
    [
      'a group with a layout',
      { 'app/(a)/layout.tsx': PLAIN_PAGE, 'app/(a)/b/page.tsx': PLAIN_PAGE },
      ['_a/route.tsx', '_a/b.tsx'],
    ],
    [
      'a group with a document of its own',
      { 'app/(a)/layout.tsx': 'export default () => <html />', 'app/(a)/b/page.tsx': PLAIN_PAGE },
      ['_a/route.tsx', '_a/b.tsx'],
    ],
    [
      'a root layout',
      {
        'app/layout.tsx': 'export default () => <html />',
        'app/b/page.tsx': PLAIN_PAGE,
        'app/api/route.ts': 'export const GET = () => new Response()',
      },
      ['_site/route.tsx', '_site/b.tsx', 'api.ts'],
    ],
    [
      'a root layout that cannot run here',
      { 'app/layout.tsx': "import 'swr'\nexport default () => <html />", 'app/b/page.tsx': PLAIN_PAGE },
      ['b.tsx'],
    ],
    [
      'a group within a group',
      { 'app/(a)/(b)/layout.tsx': PLAIN_PAGE, 'app/(a)/(b)/page.tsx': PLAIN_PAGE },
      ['(a)/_b/route.tsx', '(a)/_b/index.tsx'],
    ],
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
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string }> }) { return await 1 }`
    const files = { 'app/a/error.tsx': 'export default ({ error }) => <p />', 'app/a/[id]/page.tsx': page }
    const text = written(files)[`${ROUTES}/a/$id.tsx`] ?? ''
    expect(text).toContain(String.raw`meta: [{ title: 'It\'s here' }, ...pageMeta(context, undefined, 'D')]`)
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
    [
      "{{ pathname: '/blog/[slug]', params: { slug: post.id } }}",
      '<Link to="/{-$locale}/blog/$slug" params={{ slug: String(post.id) }}>',
    ],
    ["{{ pathname: '/', query: { page: 2 } }}", '<Link to="/{-$locale}" search={{ page: String(2) }}>'],
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
        'app/ported/lib/read.ts',
      ]),
    )
    expect(texts['from-next/app/b/page.tsx']).toMatch(
      /^\/\/ from-next: app\/b\/page\.tsx:1: it imports lib\/read\.ts\n/,
    )
    expect(texts['app/ported/app/b/page.tsx']).toBeUndefined()
  })

  it('import no declarations, which have types alone', () => {
    const more = { 'app/item.d.ts': 'export type Item = string' }
    const text = body("import { Item } from './item'\nexport default () => <p>{'a' as Item}</p>", more)
    expect(text).toContain("<p>{'a' as Item}</p>")
    expect(text).not.toContain('./item')
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
    const text = table('{ redirects: () => load() }')
    expect(text).toContain('// from-next: next.config.mjs:1: redirects is computed')
  })

  it('has the languages of next-intl, whose messages become namespaces', () => {
    const texts = written({
      'app/[locale]/page.tsx': `import { useTranslations } from 'next-intl'\nexport default () => <p>{useTranslations('Start')('hello')}</p>`,
      'i18n/routing.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })`,
      'messages/en.json': '{ "Start": { "hello": "Hello" } }',
      'messages/de.json': '{ "Start": { "hello": "Hallo" } }',
    })
    expect(texts['app/locales/de/Start.json']).toContain('"Hallo"')
    expect(texts['app/ported/messages.d.ts']).toContain('Start: typeof Start')
    expect(texts[`${ROUTES}/index.tsx`]).toContain("loadMessages('Start', getLocale(loading.params))")
  })

  it.each([
    ["defaultLocale: 'en'", ["localePrefix: 'always',"]],
    ["defaultLocale: 'en', localePrefix: 'as-needed'", ["localeDetection: 'every-path',"]],
    [
      "defaultLocale: 'en', localeDetection: false, localePrefix: { mode: 'as-needed', prefixes: { de: '/deutsch' } }",
      ['prefixes: {"de":"/deutsch"},\nlocaleDetection: false,'],
    ],
    [
      "defaultLocale: 'en', localePrefix: 'never'",
      ['// from-next: i18n.ts:2: localePrefix "never" has no counterpart: a URL has a language'],
    ],
    [
      "defaultLocale: 'en', pathnames: { '/': '/', '/same': '/same', '/about': '/info', '/news/[articleId]': { de: '/neues/[articleId]' }, '/docs/[...path]': { de: '/hilfe/[...path]' }, '/gone': { de: '/weg' }, '/bad': { de: '/a b' } }",
      [
        'pathnames: {\n"/about":{"en":"/info","de":"/info"},\n"/news/$articleId":{"de":"/neues/$articleId"},\n"/docs/$":{"de":"/hilfe/$"},\n// from-next: i18n.ts:2: no page at /gone is written\n// "/gone"',
        '// from-next: i18n.ts:2: the routing table has an issue',
      ],
    ],
  ])('has prefixes and public paths of next-intl: %s', (input, expected) => {
    const texts = written({
      ...Object.fromEntries(
        ['about', 'same', 'news/[articleId]', 'docs/[...path]', 'bad'].map((path) => [
          `app/[locale]/${path}/page.tsx`,
          PLAIN_PAGE,
        ]),
      ),
      'i18n.ts': `import { defineRouting } from 'next-intl/routing'\nexport const routing = defineRouting({ locales: ['en', 'de'], ${input} })`,
    })
    for (const part of expected) expect(texts['app/routing.ts']).toContain(part)
  })
})

describe('a base path', () => {
  const texts = () =>
    written({
      'next.config.mjs': `export default {
  basePath: '/docs',
  redirects: () => [{ source: '/a', destination: '/b', permanent: true }, { source: '/', destination: '/docs', permanent: false, basePath: false }],
}`,
      'app/page.tsx': `import Link from 'next/link'\nexport default () => <Link href="/guide/1">a</Link>`,
      'app/guide/[id]/page.tsx': PLAIN_PAGE,
      'app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>',
      'public/a.svg': '<svg />',
    })

  it('is where routes, links, rules and public files begin', () => {
    const found = texts()
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining([`${ROUTES}/docs/index.tsx`, `${ROUTES}/docs/guide/$id.tsx`, 'public/docs/a.svg']),
    )
    expect(found['app/ported/app/page.tsx']).toContain(`to="/{-$locale}/docs/guide/$id" params={{ id: '1' }}`)
    expect(found['app/routing.ts']).toContain('{"source":"/docs/a","destination":"/docs/b","permanent":true}')
    expect(found['app/routing.ts']).toContain('{"source":"/","destination":"/docs","permanent":false}')
  })
})

describe('slots', () => {
  it('are slots of the layout, with the routes of their pages', () => {
    const texts = written({
      'app/board/layout.tsx': 'export default ({ children, chat }) => <>{children}{chat}</>',
      'app/board/page.tsx': PLAIN_PAGE,
      'app/board/@chat/default.tsx': 'export default () => null',
      'app/board/@chat/layout.tsx': 'export default ({ children }) => children',
      'app/board/@chat/page.tsx': PLAIN_PAGE,
      'app/board/@chat/rooms/[id]/page.tsx': 'export default async ({ params }) => <p>{(await params).id}</p>',
      'app/board/@chat/left/page.tsx': ASYNC_PAGE,
    })
    const layout = texts[`${ROUTES}/board/route.tsx`] ?? ''
    expect(layout).toContain(`<Layout chat={<Slot name='board-chat' pages={{`)
    expect(layout).toContain(`'/{-$locale}/board/': ChatPage1,`)
    expect(layout).toContain(`'/{-$locale}/board/rooms/$id': ChatPage`)
    expect(layout).toContain('// from-next: app/board/@chat/left/page.tsx:1: move a page of the slot')
    expect(layout).toContain('// from-next: app/board/@chat/layout.tsx:1: a slot has no layout')
    expect(layout).toContain('default={<ChatDefault0 />}')
    expect(texts[`${ROUTES}/board/rooms/$id.tsx`]).toContain('give the page of this slot a title')
    expect(texts['app/ported/app/board/@chat/rooms/[id]/page.tsx']).toContain('{ ...here, ...props }')
  })
})

it('titles are those of Next.js, with the template of the layouts above', () => {
  const layout = (title: string) =>
    `export const metadata = { title: ${title} }\nexport default ({ children }) => children`
  const page = (title: string) => `export const metadata = { title: ${title}, openGraph: {} }\n${PLAIN_PAGE}`
  const texts = written({
    'app/layout.tsx': layout("{ default: 'Site', template: '%s | Site' }"),
    'app/page.tsx': page("'Home'"),
    'app/a/layout.tsx': layout("'A'"),
    'app/a/b/page.tsx': page("'B'"),
    'app/a/c/page.tsx': page("{ absolute: 'C' }"),
  })
  const titles = ['route', 'index', 'a/route', 'a/b', 'a/c'].map(
    (path) => /title: '([^']*)'/.exec(texts[`${ROUTES}/_site/${path}.tsx`] ?? '')?.[1],
  )
  expect(titles).toEqual(['Site', 'Home', 'A | Site', 'B | Site', 'C'])
  expect(texts[`${ROUTES}/_site/a/b.tsx`]).toContain('// from-next: app/a/b/page.tsx:1: add to head: openGraph')
})

it('a root layout is a layout of all pages, without the document', () => {
  const texts = written({
    'app/layout.tsx': `import './global.css'
import { Inter } from 'next/font/google'
const inter = Inter({ subsets: ['latin'] })
export const metadata = { title: 'Site' }
export default function Root({ children }) {
  return <html lang="en"><head><meta name="a" /></head><body className={inter.className}><nav />{children}</body></html>
}`,
    'app/global.css': 'body { margin: 0 }',
    'app/page.tsx': PLAIN_PAGE,
  })
  const text = texts['app/ported/app/layout.tsx'] ?? ''
  expect(text).toContain("import '#app/ported/app/global.css'")
  expect(text).toContain(
    "const inter = { className: '', variable: '', style: {} } /* from-next: app/layout.tsx:3: a font is",
  )
  expect(text).toContain('<>{/* from-next: app/layout.tsx:6: <html lang="en">: app/routes/__root.tsx has it */}')
  expect(text).toContain('{/* from-next: app/layout.tsx:6: <head>: ')
  expect(text).toContain('<div className={inter.className}><nav />{children}</div></>')
  expect(Object.keys(texts)).toContain('app/ported/app/global.css')
})

describe('images', () => {
  const image = (attributes: string) =>
    written({
      'app/page.tsx': `import Image from 'next/image'\nimport boat from './boat.png'\nexport default (props) => <Image ${attributes} />`,
      'app/boat.png': '',
    })['app/ported/app/page.tsx'] ?? ''

  it.each([
    ['src={boat} alt="" placeholder="blur" priority', '<Image src={boat} alt=""  priority />', 'boat.png?picture'],
    ['src="/a.png" alt="" width={1} height={2} quality={5}', '<Image src="/a.png" alt="" width={1} height={2}  />', ''],
    [
      'src={props.src} alt="" fill sizes="50vw"',
      `<img src={props.src} alt="" style={{ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%' }} sizes="50vw" />`,
      '',
    ],
    ['src={props.src} alt=""', '<img /* from-next: app/page.tsx:3: an Image of Next.js', ''],
    ['{...props}', '<img /* from-next: app/page.tsx:3: an Image of Next.js', ''],
  ])('with %s', (attributes, expected, imported) => {
    const text = image(attributes)
    expect(text).toContain(expected)
    expect(text).toContain(imported)
    expect(text.includes("import { Image } from '#app/ui/image.tsx'")).toBe(expected.startsWith('<Image'))
  })
})

describe('public files', () => {
  it('are copied, but for those that this project has', () => {
    const texts = written({ 'app/page.tsx': PLAIN_PAGE, 'public/a/b.txt': 'b', 'public/favicon.svg': '<svg />' })
    expect(texts['public/a/b.txt']).toMatch(/public\/a\/b\.txt$/)
    expect(texts['public/favicon.svg']).toBeUndefined()
  })
})
