import { describe, expect, it } from 'vitest'
import { type Address, addressParts, addressText } from '#app/from-next/next/address.ts'
import { PLAIN_PAGE, written } from '#tests/site/from-next/application.ts'

const ROUTES = 'app/routes/{-$locale}'
const LEFT_PAGE = "import { a } from 'letters'\nexport default () => a()\n"

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
      {
        'app/layout.tsx': "import { use } from 'swr'\nexport default () => <html>{use()}</html>",
        'app/b/page.tsx': PLAIN_PAGE,
      },
      ['b.tsx'],
    ],
    [
      'a group within a group',
      { 'app/(a)/(b)/layout.tsx': PLAIN_PAGE, 'app/(a)/(b)/page.tsx': PLAIN_PAGE },
      ['(a)/_b/route.tsx', '(a)/_b/index.tsx'],
    ],
    [
      'a catch-all',
      { 'app/a/[[...path]]/page.tsx': PLAIN_PAGE, 'app/b/[...path]/page.tsx': PLAIN_PAGE },
      ['a/$.tsx', 'b/$.tsx'],
    ],
    [
      'names that mean something here',
      {
        'app/%5Fadmin/[post-id]/page.tsx': PLAIN_PAGE,
        'app/feed.xml/route.ts': 'export const GET = () => new Response()',
      },
      ['[_]admin/$postId.tsx', 'feed[.]xml.ts'],
    ],
    [
      'no file that others import',
      {
        'app/page.tsx': PLAIN_PAGE,
        'app/button.tsx': PLAIN_PAGE,
        'app/a/_ui/page.tsx': PLAIN_PAGE,
        'app/page.module.css': '',
      },
      ['index.tsx'],
    ],
    ['a server route', { 'app/api/a/route.ts': 'export const GET = () => new Response()' }, ['api/a.ts']],
    ['a language', { 'app/[locale]/a/page.tsx': PLAIN_PAGE }, ['a.tsx']],
    [
      'the Pages Router',
      {
        'pages/index.js': PLAIN_PAGE,
        'pages/a/index.tsx': PLAIN_PAGE,
        'pages/a/[id].js': PLAIN_PAGE,
        'pages/docs/[[...path]].tsx': PLAIN_PAGE,
        'pages/404.tsx': PLAIN_PAGE,
        'pages/_app.tsx': PLAIN_PAGE,
        'pages/api/users/[id].js': PLAIN_PAGE,
      },
      ['index.tsx', 'a/index.tsx', 'a/$id.tsx', 'docs/$.tsx', 'api/users/$id.ts'],
    ],
    ['a slot', { 'app/page.tsx': PLAIN_PAGE, 'app/@team/page.tsx': PLAIN_PAGE }, ['index.tsx']],
  ])('are written for %s', (_, files, expected) => {
    const paths = Object.keys(written(files)).filter((path) => path.startsWith('app/routes'))
    expect(paths.toSorted()).toEqual(expected.map((path) => `${ROUTES}/${path}`).toSorted())
  })

  it('have metadata, the query, an age and the nearest error page', () => {
    const page = `import { notFound } from 'next/navigation'
export const metadata = { title: "It's here", description: 'D' }
export const revalidate = 60
export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string }> }) { return a(await 1) ?? notFound() }`
    const files = { 'app/a/error.tsx': 'export default ({ error }) => <p />', 'app/a/[id]/page.tsx': page }
    const url = 'export const revalidate = 60\nexport default () => new URL("http://a").searchParams.get("b")'
    const { [`${ROUTES}/a/$id.tsx`]: text, [`${ROUTES}/b.tsx`]: plain } = written({ ...files, 'app/b/page.tsx': url })
    expect(text).toContain(String.raw`meta: [{ title: 'It\'s here' }, ...pageMeta(context, undefined, 'D')]`)
    expect(text).toContain('validateSearch: (search: Record<string, unknown>): Record<string, string | string[]> =>')
    // A page that reads the query is for one request.
    expect(text).not.toContain('freshFor')
    expect(plain).toContain('cache: { freshFor: 60, staleFor: 60 }')
    expect(plain).not.toContain('validateSearch')
    expect(text).toContain("import ErrorPage from '#app/ported/app/a/error.tsx'")
    expect(text).toContain(
      '// from-next: app/a/[id]/page.tsx:4: move the component from app/ported/app/a/[id]/page.tsx',
    )
  })

  it('have the segments of a catch-all, which must be some without double brackets', () => {
    const page = 'export default async function Page({ params }) { return <p>{(await params).path}</p> }'
    const texts = written({ 'app/a/[[...path]]/page.tsx': page, 'app/b/[...path]/page.tsx': page })
    expect(texts[`${ROUTES}/a/$.tsx`]).not.toContain('params._splat ? params : false')
    expect(texts[`${ROUTES}/b/$.tsx`]).toContain('params._splat ? params : false')
    expect(texts['app/ported/app/a/[[...path]]/page.tsx']).toContain(`"path": params._splat?.split('/')`)
  })

  it.each([
    ['app/@modal/(.)photos/[id]', 'app/photos/[id]', "over: '/',"],
    ['app/feed/(.)photos', 'app/feed/photos', "over: '.',"],
    ['app/feed/(.)photos/[id]', 'app/feed/photos/[id]', "over: '..',"],
    ['app/feed/(..)photos', 'app/photos', "over: ['/{-$locale}/feed'],"],
    ['app/a/b/(..)(..)photos', 'app/photos', 'it opens over pages in /a/b'],
    ['app/a/b/(...)photos', 'app/photos', "it opens over pages in /a/b\n      over: '/',"],
  ])('open over pages as %s does', (from, target, expected) => {
    const texts = written({
      [`${from}/page.tsx`]: LEFT_PAGE,
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
    ["{{ pathname: '/', query: { page: 2 } }}", "<ComputedLink href={{ pathname: '/', query: { page: 2 } }}>"],
    ['"https://example.com"', '<a href="https://example.com">a</a>'],
    ['"#part"', '<a href="#part">a</a>'],
    ['{props.href} {...props}', '<ComputedLink href={props.href} {...props}>a</ComputedLink>'],
    ['"/nowhere"', '<ComputedLink href="/nowhere">a</ComputedLink>'],
  ])('link to %s', (href, expected) => {
    expect(link(href)).toContain(expected)
  })

  it.each<[Address, Parameters<typeof addressParts>[1], object | undefined]>([
    ['/blog/a?q=1#b', 'de', { to: '/de/blog/a', query: '?q=1', hash: 'b' }],
    ['/', 'de', { to: '/de' }],
    ['/', 'en', { to: '/' }],
    ['/en/blog/$a', 'de', { to: '/blog/%24a' }],
    ['/de/blog', 'en', { to: '/de/blog' }],
    ['/blog', undefined, { to: '/{-$locale}/blog' }],
    [
      { pathname: '/blog/[slug]', params: { slug: 'a b' }, query: { q: 1 } },
      'en',
      { to: '/blog/a%20b', query: '?q=1' },
    ],
    ['https://example.com/', 'de', undefined],
    ['//example.com', 'de', undefined],
    ['/a.pdf', 'de', undefined],
  ])('lead to %j in %s', (address, locale, expected) => {
    const parts = addressParts(addressText(address), locale)
    if (expected) expect(parts).toMatchObject(expected)
    else expect(parts).toBeUndefined()
  })

  it('have the hooks of this project', () => {
    const text = body(`'use client'
import { usePathname, useRouter, useSearchParams, useParams } from 'next/navigation'
export default () => {
  const router = useRouter()
  const all = [usePathname(), useSearchParams().get('a'), useParams().id]
  router.push('/blog/a')
  router.refresh()
}`)
    expect(text).toContain("import { useLocation, useParams } from '@tanstack/react-router'")
    expect(text).toContain("import { useRouter } from '#app/ported/next/navigation.tsx'")
    expect(text).toContain(
      "[useLocation().pathname, new URLSearchParams(useLocation().searchStr).get('a'), useParams({ strict: false }).id]",
    )
    expect(text).not.toContain("'next/navigation'")
  })

  it('run here with all that they import', () => {
    const texts = written({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } } // with a comment',
      'app/page.tsx': `import { A } from '@/ui/a'\nimport styles from './a.module.css'\nexport default () => <A className={styles.a} />`,
      'app/a.module.css': '.a { color: red }',
      'ui/a.jsx': 'export const A = (props) => <p {...props} />',
    })
    expect(texts['app/ported/app/page.tsx']).toContain("import { A } from '#app/ported/ui/a.tsx'")
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(['app/ported/app/a.module.css', 'app/ported/ui/a.tsx']))
  })

  it('have stubs of packages that are not there, which keep no module from being loaded', () => {
    const texts = written({
      'app/page.tsx':
        "import { auth } from '../auth'\nexport default async () => { const session = await auth(); return <p>{session}</p> }",
      'app/b/page.tsx': "import { Chart } from 'charts'\nimport '../../auth'\nexport default () => <Chart />",
      'auth.ts':
        "import NextAuth from 'next-auth'\nexport const { auth } = NextAuth({})\nexport { A as B } from 'letters'",
    })
    expect(texts['app/ported/auth.ts']).toContain('const NextAuth = stub("NextAuth of next-auth");')
    expect(texts['app/ported/auth.ts']).toContain('export const { auth } = NextAuth.atTop({})')
    expect(texts['app/ported/auth.ts']).toContain('export const B = stub("A of letters");')
    expect(texts['app/ported/app/b/page.tsx']).toContain('const Chart = stub("Chart of charts");')
    // What it decides is unknown, so that its page is none.
    expect(texts[`${ROUTES}/index.tsx`]).toContain('auth is not carried over')
  })

  it('have stubs of what the server alone has, where the browser shows it', () => {
    const texts = written({
      'app/page.tsx': "import { Nav } from '../nav'\nexport default () => <Nav />",
      'app/b/page.tsx':
        "import { read } from '../../disk'\nexport default async () => { const all = await read(); return <p>{all}</p> }",
      'nav.tsx': "import { size } from './more'\nexport const Nav = () => <b>{size}</b>",
      'more.ts': "export { size } from './disk'",
      'disk.ts':
        "import fs from 'node:fs'\nexport const size = fs.statSync('.').size\nexport const read = async () => size",
    })
    expect(texts['app/ported/nav.tsx']).toContain('const size = stub("size of ./more");')
    expect(texts['app/ported/disk.ts']).toContain("import fs from 'node:fs'")
    expect(texts['app/ported/app/b/page.functions.tsx']).toContain("import { read } from '#app/ported/disk.ts'")
    expect(texts[`${ROUTES}/index.tsx`]).toContain("import Page from '#app/ported/app/page.tsx'")
  })

  it('import no declarations, which have types alone', () => {
    const more = { 'app/item.d.ts': 'export type Item = string' }
    const text = body("import { Item } from './item'\nexport default () => <p>{'a' as Item}</p>", more)
    expect(text).toContain("<p>{'a' as Item}</p>")
    expect(text).not.toContain('./item')
  })

  it("are in the cache where they have 'use cache' and return data", () => {
    const texts = written({
      'app/page.tsx': `import { boats } from '../boats'
export default async () => { 'use cache'; const all = await boats('a'); return <p>{all}</p> }`,
      'boats.ts': `import { cacheLife, cacheTag } from 'next/cache'
export async function boats(kind, { size } = {}) { 'use cache'; cacheTag('boats', kind); cacheLife('hours'); return read(kind, size) }
export async function other() { 'use cache'; const one = await read(); cacheTag(one.id); return one }`,
    })
    const text = texts['app/ported/boats.ts'] ?? ''
    expect(text).toContain(
      `return fromCache("boats.ts#boats", [kind, size], { tags: ['boats', kind], life: 'hours' }, async () => { undefined; undefined; return read(kind, size) }) }`,
    )
    expect(text).toContain('const one = await read(); cacheTag(one.id); return one }')
    expect(texts['app/ported/app/page.functions.tsx']).not.toContain('fromCache')
  })

  it("become server functions where they have 'use server'", () => {
    const action = "'use server'\nexport async function save(form) {}\nexport const remove = guarded(save)"
    const texts = written({
      'app/page.tsx': `import { save } from './actions'\nexport default () => <form action={save} />`,
      'app/actions.ts': action,
    })
    const text = texts['app/ported/app/actions.ts'] ?? ''
    expect(text).toContain("const saveActionSend = createServerFn({ method: 'POST' })")
    expect(text).toContain('return save(...decodeArguments(data))')
    expect(text).toContain('export { saveAction as save }')
    expect(text).toContain('export { removeAction as remove }')
    expect(text).not.toMatch(/export async|use server/)
    expect(texts['app/ported/app/page.tsx']).toContain("import { save } from '#app/ported/app/actions.ts'")
  })

  it('show pages in MDX, with the components of the application', () => {
    const files = {
      'app/notes/page.mdx':
        "import { Box } from '../box'\n\nexport const metadata = { title: 'Notes' }\n\n# Notes\n\n<Box />\n",
      'app/box.tsx': 'export const Box = () => <i />',
      'mdx-components.tsx': 'export const useMDXComponents = () => ({})',
    }
    const texts = written(files, ['@mdx-js/rollup'])
    expect(texts['app/ported/app/notes/page.mdx']).toContain("import { Box } from '#app/ported/app/box.tsx'\n")
    expect(texts[`${ROUTES}/notes.tsx`]).toContain("title: 'Notes'")
    expect(texts['app/ported/vite-plugin.ts']).toContain("providerImportSource: '#app/ported/mdx-components.tsx'")
    expect(written(files)['app/ported/app/notes/page.mdx.tsx']).toContain(
      'const Content = stub("Content of ./page.mdx")',
    )
  })
})
