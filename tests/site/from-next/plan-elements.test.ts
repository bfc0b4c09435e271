import { describe, expect, it } from 'vitest'
import { PLAIN_PAGE, written } from '#tests/site/from-next/application.ts'

const ROUTES = 'app/routes/{-$locale}'
const LEFT_PAGE = "import { a } from 'letters'\nexport default function Page() { return a() }\n"

describe('slots', () => {
  it('are slots of the layout, with the routes of their pages', () => {
    const texts = written({
      'app/board/layout.tsx': 'export default ({ children, chat }) => <>{children}{chat}</>',
      'app/board/page.tsx': PLAIN_PAGE,
      'app/board/@chat/default.tsx': 'export default () => null',
      'app/board/@chat/layout.tsx': 'export default ({ children }) => children',
      'app/board/@chat/page.tsx': PLAIN_PAGE,
      'app/board/@chat/rooms/[id]/page.tsx': 'export default async ({ params }) => <p>{(await params).id}</p>',
      'app/board/@chat/left/page.tsx': LEFT_PAGE,
    })
    const layout = texts[`${ROUTES}/board/route.tsx`] ?? ''
    expect(layout).toContain(`<Layout chat={<Slot name='board-chat' pages={{`)
    expect(layout).toContain(`'/{-$locale}/board/': ChatPage1,`)
    expect(layout).toContain(`'/{-$locale}/board/rooms/$id': ChatPage`)
    expect(layout).toContain('// from-next: app/board/@chat/left/page.tsx:2: move a page of the slot')
    expect(layout).toContain('// from-next: app/board/@chat/layout.tsx:1: a slot has no layout')
    expect(layout).toContain('default={<ChatDefault0 />}')
    expect(texts[`${ROUTES}/board/rooms/$id.tsx`]).toContain('give the page of this slot a title')
    expect(texts['app/ported/app/board/@chat/rooms/[id]/page.tsx']).toContain('{ ...here, ...props }')
  })

  it('of the root layout are slots of all pages, also without pages of their own', () => {
    const texts = written({
      'app/layout.tsx': 'export default ({ children, modal, sheet, team }) => <>{children}{modal}{sheet}{team}</>',
      'app/page.tsx': PLAIN_PAGE,
      'app/photos/[id]/page.tsx': PLAIN_PAGE,
      'app/@modal/default.tsx': 'export default () => null',
      'app/@modal/(.)photos/[id]/page.tsx': PLAIN_PAGE,
      'app/@sheet/(.)photos/[id]/page.tsx': PLAIN_PAGE,
      'app/@team/page.tsx': PLAIN_PAGE,
      'app/@team/[...rest]/page.tsx': 'export default () => <i />',
      'app/@unused/page.tsx': PLAIN_PAGE,
    })
    const layout = texts[`${ROUTES}/_site/route.tsx`] ?? ''
    expect(layout).toContain(`<Layout modal={<ModalDefault0 />} sheet={null} team={<Slot name='team' pages={{`)
    expect(layout).toContain(`'/{-$locale}/_site/': TeamPage0,\n'/{-$locale}/_site/photos/$id': TeamPage1,\n}}`)
    expect(texts[`${ROUTES}/_site/$.tsx`]).toBeUndefined()
  })
})

it('titles are those of Next.js, with the template of the layouts above', () => {
  const layout = (title: string) =>
    `export const metadata = { title: ${title} }\nexport default ({ children }) => children`
  const page = (title: string) => `export const metadata = { title: ${title}, alternates: {} }\n${PLAIN_PAGE}`
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
  expect(texts[`${ROUTES}/_site/a/b.tsx`]).toContain('// from-next: app/a/b/page.tsx:1: add to head: alternates')
})

it('metadata have constants of other modules, each by the names of its own module', () => {
  const texts = written({
    'config/site.ts': `const title = 'Harbour'
export const site = { title, origin: process.env.ORIGIN, author: { name: 'Ann' } } as const
export default { text: 'By default' }`,
    'config/common.js': "module.exports = { text: 'CommonJS' }",
    'app/layout.tsx': `import { site } from '../config/site'
const title = 'not this one'
export const metadata = { title: { default: site.title, template: \`%s | \${site.title}\` }, creator: site.author.name, category: site.origin }
export default ({ children }) => children`,
    'app/page.tsx': `import own from '../config/site'\nexport const metadata = { title: own.text }\n${PLAIN_PAGE}`,
    'app/a/page.tsx': `import own from '../../config/common'\nexport const metadata = { title: own.text }\n${PLAIN_PAGE}`,
  })
  const layout = texts[`${ROUTES}/_site/route.tsx`] ?? ''
  expect(layout).toContain("title: 'Harbour'")
  expect(layout).toContain('{"name":"creator","content":"Ann"}')
  expect(layout).toContain('add to head: category')
  expect(texts[`${ROUTES}/_site/index.tsx`]).toContain("title: 'By default'")
  expect(texts[`${ROUTES}/_site/a.tsx`]).toContain("title: 'CommonJS | Harbour'")
})

it('the script of next-themes gets the nonce of the document', () => {
  const texts = written(
    {
      'app/layout.tsx': `import { ThemeProvider } from 'next-themes'
export default ({ children }) => <ThemeProvider attribute="class">{children}</ThemeProvider>`,
    },
    ['next-themes'],
  )
  expect(texts['app/ported/app/layout.tsx']).toContain('<ThemeProvider nonce={useNonce()} attribute="class">')
})

it('a function of a module without JSX is no component', () => {
  const texts = written({
    'app/page.tsx': PLAIN_PAGE,
    'middleware.ts':
      "import { guard } from 'guards'\nconst own = guard()\nexport default async function middleware() { return own() }",
  })
  expect(texts['app/ported/middleware.ts'] ?? '').not.toContain('<')
})

it('the picture of previews and the hosts of images are in app/site.ts', () => {
  const texts = written({
    'next.config.js': "module.exports = { images: { domains: ['pictures.example'] } }",
    'app/layout.tsx': "export const metadata = { title: 'Harbour' }\nexport default ({ children }) => children",
    'app/opengraph-image.jpg': 'a picture',
  })
  const site = texts['app/site.ts'] ?? ''
  // The build asks for a text.
  expect(site).toContain('{"url":"/opengraph-image.jpg","alt":"Harbour","width":1200,"height":630}')
  expect(site).toContain('contentSources: Site[\'contentSources\'] = { images: ["https://pictures.example"] }')
})

it('a function of the request that is imported when it is needed is that of the written application', () => {
  const texts = written({
    'app/page.tsx': "import { a } from '../lib/a'\nexport default () => <i>{String(a)}</i>",
    'lib/a.ts': "export const a = async () => (await import('next/headers')).cookies()",
  })
  expect(texts['app/ported/lib/a.ts']).toContain("(await import('#app/ported/next/server.ts')).cookies()")
})

it('an SVG that is used as a component becomes one, and a stub without its compiler', () => {
  const files = {
    'app/page.tsx':
      "import Logo from './logo.svg'\nimport mark from './logo.svg'\nexport default () => <Logo title={mark} />",
    'app/logo.svg': '<svg/>',
  }
  const texts = written(files, ['vite-plugin-svgr'])
  expect(texts['app/ported/app/page.tsx']).toContain("import Logo from '#app/ported/app/logo.svg?react'")
  expect(texts['app/ported/app/page.tsx']).toContain("import mark from '#app/ported/app/logo.svg'")
  expect(texts['app/ported/vite-plugin.ts']).toContain('svgr()')
  expect(written(files)['app/ported/app/page.tsx']).toContain('const Logo = stub(')
})

it('an import of types alone does not load its module', () => {
  const form = (names: string) => `'use client'
import { ${names} } from './database'
export default (props: Row) => <p>{props.id}{String(${names.includes('find') ? 'find' : '1'})}</p>`
  const texts = written({
    'app/page.tsx': "import One from './one'\nimport Two from './two'\nexport default () => <><One /><Two /></>",
    'app/one.tsx': form('type Row'),
    'app/two.tsx': form('Row, find'),
    'app/database.ts': 'export type Row = { id: number }\nexport const find = Buffer.alloc(1)',
  })
  const from = "from '#app/ported/app/database.ts'"
  expect(texts['app/ported/app/one.tsx']).toContain(`import type { Row } ${from}`)
  expect(texts['app/ported/app/two.tsx']).toContain(`import { type Row, find } ${from}`)
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
    "const inter = { className: '', variable: '', style: {} } /* from-next: app/layout.tsx:3: install the",
  )
  expect(text).toContain('<>{/* from-next: app/layout.tsx:6: <html lang="en">: app/routes/__root.tsx has it */}')
  expect(text).toContain('{/* from-next: app/layout.tsx:6: <head>: ')
  expect(text).toContain('<div className={inter.className}><nav />{children}</div></>')
  expect(Object.keys(texts)).toContain('app/ported/app/global.css')
})

it('fonts are those of Fontsource or of local files, and classes of the document are kept', () => {
  const files = {
    'app/layout.tsx': `import { IBM_Plex_Mono, Inter } from 'next/font/google'
import localFont from 'next/font/local'
const mono = IBM_Plex_Mono({ weight: ['400', '600'], style: ['normal', 'italic'], variable: '--mono' })
const inter = Inter({ subsets: ['latin'], fallback: ['Arial'] })
const own = localFont({ src: [{ path: './own.otf', weight: '500' }] })
export default ({ children }) => <html className={inter.className} lang="en" suppressHydrationWarning><body className={mono.className}>{children}</body></html>`,
    'app/own.otf': 'a font',
    'app/page.tsx': PLAIN_PAGE,
  }
  const texts = written(files, ['@fontsource-variable/inter'])
  const css = texts['app/ported/app/layout.fonts.css'] ?? ''
  expect(css).toMatch(/^@import '@fontsource-variable\/inter\/index.css';\n/)
  expect(css).toContain(".font-app-layout-1 { font-family: 'Inter Variable', Arial; }")
  expect(css).toContain("src: url('./own.otf') format('opentype'); font-display: swap; font-weight: 500; }")
  expect(css).not.toContain('plex')
  expect(texts['app/ported/app/own.otf']).toMatch(/own\.otf$/)
  const text = texts['app/ported/app/layout.tsx'] ?? ''
  expect(text).toContain("import '#app/ported/app/layout.fonts.css'")
  expect(text).toContain('<div className={inter.className}')
  expect(text).toContain(
    "const mono = { className: '', variable: '', style: {} } /* from-next: app/layout.tsx:3: install",
  )
  const all = written(files, ['@fontsource/ibm-plex-mono'])['app/ported/app/layout.fonts.css']
  expect(all).toContain("@import '@fontsource/ibm-plex-mono/600-italic.css';")
  expect(all).toContain(".font-app-layout-0-variable { --mono: 'IBM Plex Mono'; }")
})

it('the fonts of geist are those of Fontsource', () => {
  const texts = written(
    {
      'app/layout.tsx': `import { GeistSans } from 'geist/font/sans'
export default ({ children }) => <html className={GeistSans.variable}><body>{children}</body></html>`,
    },
    ['@fontsource-variable/geist'],
  )
  expect(texts['app/ported/app/layout.tsx']).toContain('const GeistSans = {"className":"font-app-layout-0",')
  expect(texts['app/ported/app/layout.fonts.css']).toContain("--font-geist-sans: 'Geist Variable';")
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
    ['src={props.src} alt="" fill sizes="50vw"', '<AnyImage src={props.src} alt="" fill sizes="50vw" />', ''],
    ['src={props.src} alt=""', '<AnyImage src={props.src} alt="" />', ''],
    ['{...props}', '<AnyImage {...props} />', ''],
  ])('with %s', (attributes, expected, imported) => {
    const text = image(attributes)
    expect(text).toContain(expected)
    expect(text).toContain(imported)
    expect(text.includes("import { Image } from '#fairlead/images/image.tsx'")).toBe(expected.startsWith('<Image'))
  })
})

describe('public files', () => {
  it('are copied, but for those that this project has', () => {
    const texts = written({ 'app/page.tsx': PLAIN_PAGE, 'public/a/b.txt': 'b', 'public/favicon.svg': '<svg />' })
    expect(texts['public/a/b.txt']).toMatch(/public\/a\/b\.txt$/)
    expect(texts['public/favicon.svg']).toBeUndefined()
  })
})
