import { describe, expect, it } from 'vitest'
import type { Known } from '#app/from-next/report.ts'
import { type Files, PLAIN_PAGE, sectionOf, sheets } from '#tests/site/from-next/application.ts'

describe('the route file of a sheet', () => {
  it.each<[string, Files, string, string]>([
    ['a page', { 'app/about/page.tsx': PLAIN_PAGE }, 'about', 'about.tsx'],
    ['the home page', { 'app/page.tsx': PLAIN_PAGE }, 'index', 'index.tsx'],
    [
      'a page with pages below',
      { 'app/a/page.tsx': PLAIN_PAGE, 'app/a/[id]/page.tsx': PLAIN_PAGE },
      'a',
      'a/index.tsx',
    ],
    ['a param', { 'app/a/[post-id]/page.tsx': PLAIN_PAGE }, 'a-$postId', 'a/$postId.tsx'],
    ['a catch-all', { 'app/a/[...path]/page.tsx': PLAIN_PAGE }, 'a-$', 'a/$.tsx'],
    ['a layout beside it', { 'app/a/layout.tsx': PLAIN_PAGE, 'app/a/page.tsx': PLAIN_PAGE }, 'a', 'a/index.tsx'],
    ['a group', { 'app/(a)/b/page.tsx': PLAIN_PAGE }, 'b', '(a)/b.tsx'],
    ['a group with a layout', { 'app/(a)/layout.tsx': PLAIN_PAGE, 'app/(a)/b/page.tsx': PLAIN_PAGE }, 'b', '_a/b.tsx'],
    ['a page below [locale]', { 'app/[locale]/b/page.tsx': PLAIN_PAGE }, 'b', 'b.tsx'],
    ['a dot', { 'app/feed.json/route.ts': 'export const GET = () => new Response()' }, 'feed.json', 'feed[.]json.ts'],
    ['the Pages Router', { 'pages/a/[id].tsx': PLAIN_PAGE }, 'a-$id', 'a/$id.tsx'],
    ['its API', { 'pages/api/a.ts': 'export default () => null' }, 'api-a', 'api/a.ts'],
  ])('is that of %s', (_, files, name, file) => {
    expect(sheets(files)[`move/${name}.md`]).toContain(`\n- to \`app/routes/${file}\`\n`)
  })

  it.each([
    ['/{-$locale}', 'app/a/page.tsx', 'a', 'app/routes/{-$locale}/a.tsx', '/{-$locale}/a'],
    ['/{-$locale}', 'app/page.tsx', 'index', 'app/routes/{-$locale}/index.tsx', '/{-$locale}'],
    ['', 'app/a/[id]/page.tsx', 'a-$id', 'app/routes/a/$id.tsx', '/a/$id'],
    ['', 'app/page.tsx', 'index', 'app/routes/index.tsx', '/'],
  ] as const)('and the target of links have the segment %j above them: %s', (localeSegment, path, name, file, to) => {
    const sheet = sheets({ [path]: PLAIN_PAGE }, { localeSegment })[`move/${name}.md`]
    expect(sheet).toContain(`\n- to \`${file}\`\n- a link to it has \`to="${to}"\`\n`)
  })

  it('has no language above server routes, and pages beside [locale]', () => {
    const route = 'export const GET = () => new Response()'
    const api = { 'app/api/a/route.ts': route }
    const known = { localeSegment: '/{-$locale}' } as const
    const beside = sheets({ ...api, 'app/b/page.tsx': PLAIN_PAGE, 'app/[locale]/c/page.tsx': PLAIN_PAGE }, known)
    const files = ['api-a', 'b', 'c'].map(
      (name) => /(?<=- to `app\/routes\/).*(?=`)/.exec(beside[`move/${name}.md`] ?? '')?.[0],
    )
    expect(files).toEqual(['api/a.ts', 'b.tsx', '{-$locale}/c.tsx'])
    expect(sheets({ ...api, 'app/b/page.tsx': PLAIN_PAGE }, known)['move/api-a.md']).toContain('`app/routes/api/a.ts`')
  })

  it('has a name of its own where addresses look alike', () => {
    const files = ['a-b', 'a/b', 'a-b-2'].map((folder) => [`app/${folder}/page.tsx`, PLAIN_PAGE])
    const paths = Object.keys(sheets(Object.fromEntries(files) as Files))
    expect(paths.toSorted()).toEqual(['MOVE.md', 'move/a-b-2.md', 'move/a-b-3.md', 'move/a-b.md'])
  })
})

describe('a sheet', () => {
  const page = (text: string, more: Files = {}, known: Partial<Known> = {}) =>
    sheets({ 'app/a/[slug]/page.tsx': text, ...more }, known)['move/a-$slug.md']

  it.each<[string, string, string, Files, string[]]>([
    [
      'what it awaits, and what is on the server alone',
      'What it reads, and where that runs',
      `import { read } from '../../../lib/posts'
export default async function Page({ params }) { const { slug } = await params; return <p>{await read(slug)}</p> }`,
      { 'lib/posts.ts': "import 'server-only'\nimport fs from 'node:fs'\nexport const read = (a) => fs.statSync(a)" },
      [
        '- `app/a/[slug]/page.tsx:2`: awaits `read(slug)`, on the server: a server function, which the loader calls',
        '- `lib/posts.ts` has `server-only`, `node:fs`: on the server alone, never in a module that the browser loads',
      ],
    ],
    [
      'data of the Pages Router',
      'What it reads, and where that runs',
      'export const getServerSideProps = () => ({})\nexport default () => null',
      {},
      ['- `app/a/[slug]/page.tsx:1`: `getServerSideProps`, on the server: a server function, which the loader calls'],
    ],
    [
      'its guards',
      'Who may see it',
      "import { notFound } from 'next/navigation'\nexport default ({ a }) => a ?? notFound()",
      {
        'middleware.ts': `import { check } from './check'
export const middleware = (request) => check(request)
export const config = { matcher: '/a/:path*' }`,
      },
      ['- `middleware.ts:2`: answers what `check(request)` returns', '- `app/a/[slug]/page.tsx:2`: answers 404'],
    ],
    [
      'that it found no guard',
      'Who may see it',
      PLAIN_PAGE,
      {},
      [
        '- The command found no guard. It knows middleware, layouts, and what the page itself calls of `next/navigation`.',
      ],
    ],
    [
      'actions, also in the modules that it needs',
      'Server actions',
      `import { save } from '../../../lib/actions'
export default () => <form action={save}><button formAction={async (data) => { 'use server' }} /></form>`,
      { 'lib/actions.ts': "'use server'\nexport async function save(form: FormData, id = 1) {}" },
      ['- `app/a/[slug]/page.tsx:2`: `without a name(data)`', '- `lib/actions.ts:2`: `save(form: FormData, id = 1)`'],
    ],
    [
      'variables, with the files that set them and their names here',
      'Environment',
      "import { key } from '../../../key'\nexport default () => key + process.env.NEXT_PUBLIC_URL",
      {
        'key.ts': 'export const key = process.env.KEY ?? process.env.DATABASE_URL',
        'other.ts': 'export const other = process.env.OTHER',
        '.env': 'KEY=1\n',
        '.env.example': 'KEY=\nNEXT_PUBLIC_URL=\n',
      },
      [
        '- `DATABASE_URL`: `key.ts:1`; on the server: `DATABASE_URL`, which the shell reads (handbook/run.md#environment)',
        '- `KEY`: `key.ts:1`; set in `.env`, `.env.example`; on the server: `env.KEY`, of app/env.server.ts (handbook/server-routes-and-jobs.md#env)',
        '- `NEXT_PUBLIC_URL`: `app/a/[slug]/page.tsx:2`; set in `.env.example`; public: `publicEnv.URL`, of app/env.server.ts, or `import.meta.env.VITE_URL` (handbook/next-by-item.md#env)',
      ],
    ],
    [
      'styles and fonts, also of its layouts',
      'Styles, fonts and imports',
      PLAIN_PAGE,
      {
        'app/layout.tsx': `import { Inter } from 'next/font/google'\nimport './all.css'\nInter()\n${PLAIN_PAGE}`,
        'app/all.css': '',
      },
      [
        '- `app/layout.tsx:1`: `next/font/google`: its files or a package of Fontsource (handbook/next-by-item.md#font)',
        '- `app/layout.tsx:2`: `./all.css`: a style sheet, which the route or the shell imports (handbook/coming-from-next.md#files)',
      ],
    ],
    [
      'packages, with what becomes of them',
      'Packages',
      "import 'swr'\nimport 'react'\nimport 'next-auth'\nimport 'pg'\nexport default () => null",
      { 'package.json': '{ "dependencies": { "next": "16.0.0", "swr": "2.1.0" } }' },
      [
        '- `next-auth`: needs Next.js itself: look for what its makers have for React or TanStack Start',
        '- `npm install pg`',
        '- `npm install swr@2.1.0`',
      ],
    ],
    [
      'links in and out',
      'Links',
      'import Link from \'next/link\'\nexport default ({ to }) => <><Link href={`/b/${to}?c=1`} /><Link href={to} /><a href="/b/2">b</a><a href="https://a.example">c</a></>',
      { 'app/b/[id]/page.tsx': "import { redirect } from 'next/navigation'\nexport default () => redirect('/a/1')" },
      [
        '- to `/b/…?c=1`: [/b/$id](b-$id.md)',
        '- to `computed`',
        '- to `/b/2`: [/b/$id](b-$id.md)',
        '- from [/b/$id](b-$id.md)',
      ],
    ],
  ])('names %s', (_, title, text, files, expected) => {
    expect(sectionOf(page(text, files), title)).toEqual(expected)
  })

  it('names the methods of a server route, the entry of pathnames, and who has the address', () => {
    const text = sheets(
      { 'app/a/route.ts': 'export const GET = () => new Response()\nexport const POST = GET' },
      { ownerOf: (address) => `the owner of ${address}`, publicPaths: new Map([['/a', { de: '/b' }]]) },
    )['move/a.md']
    for (const line of [
      '- answers GET, POST, with `server.handlers`',
      '- the address is taken here, by the owner of /a',
      '- in `pathnames` of `app/routing.ts`: `{"/a":{"de":"/b"}}`',
    ])
      expect(text).toContain(`\n${line}\n`)
  })

  it('has no section for what a page does not have', () => {
    const text = sheets({ 'app/b/page.tsx': PLAIN_PAGE })['move/b.md'] ?? ''
    expect([...text.matchAll(/^## .*/gm)].map(([title]) => title)).toEqual(['## Who may see it', '## Compare'])
  })

  it('never has the value of a variable', () => {
    const text = Object.values(
      sheets({
        'app/page.tsx': 'export default () => process.env.KEY',
        '.env': 'KEY="secret one\nLINE=secret two\n"\nexport OTHER=secret-three # secret four\nc2VjcmV0IGZpdmU=\n',
      }),
    ).join('')
    expect(text).toContain('- `OTHER`: no module reads it: perhaps a package or a tool; set in `.env`;')
    for (const part of ['secret', 'LINE', 'c2Vj']) expect(text).not.toContain(part)
  })

  it.each<[string, Files, string[], string[]]>([
    [
      'a page in MDX',
      {
        'app/a/page.mdx': `import { Tide } from '../../tide'
export const metadata = {

  title: 'A',
}

# A

import duties are no import.

<Tide />, and [b](/b), not \`<Other />\`.

~~~
import './code'
~~~
`,
      },
      ['mdx-components.tsx', 'tide.tsx'],
      ['- to `/b`: [/b](b.md)'],
    ],
    [
      'content that a page imports by a computed name',
      {
        'app/a/page.tsx': 'export default async ({ slug }) => (await import(`../../posts/${slug}.mdx`)).default',
        'posts/one.mdx':
          "---\nlink: '[c](/c)'\n---\nimport { Tide } from '../tide'\n\n<Tide />\n<a\n  href=\"/b\"\n>b</a>\n",
        'posts/two.mdx': '[out](https://b.example)\n',
      },
      ['mdx-components.tsx', 'posts/one.mdx', 'posts/two.mdx', 'tide.tsx'],
      ['- to `/b`: [/b](b.md)'],
    ],
  ])('counts what MDX imports and links: %s', (_, files, moved, links) => {
    const found = sheets({
      'app/b/page.tsx': PLAIN_PAGE,
      'tide.tsx': PLAIN_PAGE,
      'other.tsx': PLAIN_PAGE,
      'code.ts': '',
      'mdx-components.tsx': 'export const useMDXComponents = (all) => all',
      ...files,
    })
    expect(sectionOf(found['move/a.md'], 'Files that move with it')?.toSorted()).toEqual(
      moved.map((path) => `- \`${path}\``),
    )
    expect(sectionOf(found['move/a.md'], 'Links')).toEqual(links)
    expect(sectionOf(found['move/b.md'], 'Links')).toEqual(['- from [/a](a.md)'])
  })

  it('has the command that compares the page, below the base path', () => {
    expect(page(PLAIN_PAGE, { 'next.config.js': "module.exports = { basePath: '/docs' }" })).toContain(
      "npx fairlead-from-next compare '/docs/a/$slug' --click",
    )
  })

  it('escapes the names of packages', () => {
    const text = page(PLAIN_PAGE, { 'package.json': '{ "dependencies": { "next": "1", "a": "`\\n# Title" } }' })
    expect(page(`import 'a'\n${PLAIN_PAGE}`)).not.toContain('\n# Title')
    expect(text).not.toContain('\n# Title')
  })
})

describe('MOVE.md', () => {
  const files = {
    'app/a/page.tsx': "import { one } from '../../one'\nimport '../../two'\nexport default () => one",
    'app/b/page.tsx': "import '../../two'\nexport default () => null",
    'app/c/page.tsx': PLAIN_PAGE,
    'app/layout.tsx': PLAIN_PAGE,
    'one.ts': "import './three'\nexport const one = 1",
    'two.ts': 'export const two = process.env.TWO',
    'three.ts': '',
    'middleware.ts': 'export function middleware() {}',
  }

  it('begins with the pages that need little, and counts what each brings', () => {
    const found = sheets(files)
    expect(found['MOVE.md']?.split('\n').filter((line) => /^\d/.test(line))).toEqual([
      '1. [ ] [/c](move/c.md): 1 file',
      '2. [ ] [/b](move/b.md): 2 files',
      '3. [ ] [/a](move/a.md): 3 files',
    ])
    expect(sectionOf(found['move/a.md'], 'Files that move with it')).toEqual(['- `one.ts`', '- `three.ts`'])
    expect(sectionOf(found['move/a.md'], 'Files that an earlier step has moved')).toEqual(['- `two.ts`'])
  })

  it.each([
    ['', '`app/routes`, and a link to `/shop` has `to="/shop"`'],
    ['/{-$locale}', '`app/routes/{-$locale}`, and a link to `/shop` has `to="/{-$locale}/shop"`'],
  ] as const)('says where the routes stand, with the segment %j above them', (localeSegment, text) => {
    expect(sheets(files, { localeSegment })['MOVE.md']).toContain(`so routes stand in ${text}.\n`)
  })

  it('begins with the old application, which runs on', () => {
    expect(sheets(files)['MOVE.md']).toMatch(
      /^# .*\n\nThe old application goes on running beside .*`beside` in `app\/routing\.ts` /,
    )
  })

  it('says first which pages of the new application hide old ones', () => {
    const ownerOf = (address: string) => ({ '/': 'app/routes/index.tsx', '/healthz': 'the server' })[address]
    const more = { 'app/page.tsx': PLAIN_PAGE, 'app/healthz/page.tsx': PLAIN_PAGE }
    expect(sectionOf(sheets({ ...files, ...more }, { ownerOf })['MOVE.md'], 'First')).toEqual([
      '- [ ] `app/routes/index.tsx` hides `/`: delete it, or add `/` to `keep` for now',
      expect.stringContaining('the old application answers there'),
    ])
    const localized = sheets(files, { localeSegment: '/{-$locale}' })['MOVE.md']
    expect(sectionOf(localized, 'First')?.[0]).toContain('`app/routes/{-$locale}/route.tsx` with `localeOptions()`')
  })

  it('has a page whose params match the address of another one after it, and a catch-all last', () => {
    const found = sheets({
      'app/[...rest]/page.tsx': PLAIN_PAGE,
      'app/a/[id]/page.tsx': PLAIN_PAGE,
      'app/a/new/page.tsx': "import '../../../one'\nimport '../../../two'\nexport default () => null",
      'one.ts': '',
      'two.ts': '',
    })['MOVE.md']
    expect(found?.match(/(?<=^\d\. \[ \] \[)[^\]]+/gm)).toEqual(['/a/new', '/a/$id', '/$'])
  })

  it('has pages before server routes that bring as many files', () => {
    const both = { 'app/a/route.ts': 'export const GET = () => new Response()', 'app/b/page.tsx': PLAIN_PAGE }
    expect(sectionOf(sheets(both)['MOVE.md'], 'Pages and server routes')?.filter((line) => /^\d/.test(line))).toEqual([
      '1. [ ] [/b](move/b.md): 1 file',
      '2. [ ] [/a](move/a.md): 1 file',
    ])
  })

  it('names all variables, with where they are read', () => {
    expect(sectionOf(sheets(files)['MOVE.md'], 'Environment')).toEqual([
      '- `TWO`: `two.ts:1`; on the server: `env.TWO`, of app/env.server.ts (handbook/server-routes-and-jobs.md#env)',
    ])
  })

  it('has what belongs to no page, and the counts', () => {
    const left = [
      { name: 'redirects[1]', path: 'next.config.js', line: 3, note: 'is not well formed' },
      { name: 'locales', path: 'app/c/page.tsx', line: 1, note: 'its languages are named nowhere known' },
    ]
    const text = sheets(files, { left })['MOVE.md'] ?? ''
    expect(sectionOf(text, 'What belongs to no page')?.map((line) => line.split(': ')[0])).toEqual([
      '- [ ] `app/c/page.tsx:1`',
      '- [ ] `app/layout.tsx:1`',
      '- [ ] `middleware.ts:1`',
      '- [ ] `next.config.js:3`',
    ])
    expect(text).toContain('\npages 3, server routes 0, ')
  })
})
