import { expect, it } from 'vitest'
import { type Files, PLAIN_PAGE, sectionOf, sheets } from '#tests/site/from-next/application.ts'

it.each<[string, string, string, Files, string[]]>([
  [
    'what asynchronous components await',
    'What it reads, and where that runs',
    `import { Total } from '../../../total'
async function Slow() { return await read() }
export default () => <><Slow /><Total /></>`,
    {
      'total.tsx': 'export async function Total() { return await sum() }\nexport async function sum() { await read() }',
    },
    [
      '- `app/a/[slug]/page.tsx:2`: awaits `read()`, on the server: a server function, which the loader calls',
      '- `total.tsx:1`: awaits `sum()`, on the server: a server function, which the loader calls',
    ],
  ],
  [
    'what the layouts around it await',
    'What it reads, and where that runs',
    PLAIN_PAGE,
    {
      'app/layout.tsx': `import { user } from '../user'\nexport default async () => <p>{await user()}</p>`,
      'user.ts': '',
    },
    ['- `app/layout.tsx:2`: awaits `user()`, on the server: a server function, which the loader calls'],
  ],
  [
    'the actions that its layouts import, and no others of their module',
    'Server actions',
    PLAIN_PAGE,
    {
      'app/layout.tsx': "import { leave } from '../actions'\nexport default () => <form action={leave} />",
      'actions.ts': "'use server'\nexport async function leave() {}\nexport async function add(text: string) {}",
    },
    ['- `actions.ts:2`: `leave()`'],
  ],
  [
    'files that its layouts need',
    'Files that it needs',
    PLAIN_PAGE,
    { 'app/layout.tsx': "import { user } from '../user'\nexport default () => user", 'user.ts': '' },
    ['- `user.ts`'],
  ],
  [
    'icons, by convention and in the head of a layout',
    'Metadata, as it is answered today',
    PLAIN_PAGE,
    {
      'app/layout.tsx': 'export default () => <html><head><link rel="icon" href="/i.svg" /></head></html>',
      'app/apple-icon.png': '',
      'app/a/icon.svg': '',
      'app/b/icon.svg': '',
    },
    [
      '- `<link rel="icon" href="/i.svg" />` (`app/layout.tsx:1`)',
      '- `icon`: `app/a/icon.svg`',
      '- `apple-icon`: `app/apple-icon.png`',
      '- here: `head` with `pageMeta()` (handbook/metadata.md#title)',
    ],
  ],
  [
    'params and search params',
    'Params and search params',
    `export const dynamicParams = false
export const generateStaticParams = () => []
export default async function Page({ searchParams }) { const { q } = await searchParams; return (await searchParams).page }`,
    {},
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      '- others than those of `generateStaticParams` are not found',
      '- search param `q`: without a type (`app/a/[slug]/page.tsx:3`)',
      '- search param `page`: without a type (`app/a/[slug]/page.tsx:3`)',
      '- here: `validateSearch: v.object({ q: v.optional(v.string()), page: v.optional(v.string()) })` (handbook/search-params.md)',
    ],
  ],
  [
    'search params of hooks',
    'Params and search params',
    "import { Ref } from '../../../ref'\nexport default () => <Ref />",
    {
      'ref.tsx':
        "'use client'\nimport { useSearchParams } from 'next/navigation'\nexport const Ref = () => useSearchParams().get('ref')",
    },
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      '- search param `ref`: `string | null` (`ref.tsx:3`)',
      '- here: `validateSearch: v.object({ ref: v.optional(v.string()) })` (handbook/search-params.md)',
    ],
  ],
  [
    'the types of params, behind names and promises',
    'Params and search params',
    `import type { Search } from '../../../types'
interface Props { params: Promise<{ slug: string }>; searchParams: Promise<Search> }
export default async function Page(props: Props) { return Number((await props.searchParams).page) }`,
    {
      'types.ts':
        "export type Search = { page?: string; tag: string | string[]; list?: string[]; sort?: 'up' | 'down'; new?: boolean }",
    },
    [
      '- `slug`: `string` (`app/a/[slug]/page.tsx:2`), the segment `$slug`: `params.slug`, a string',
      '- search param `page`: `string | undefined`, read by `Number((await props.searchParams).page)` (`types.ts:1`, `app/a/[slug]/page.tsx:3`)',
      '- search param `tag`: `string | string[]` (`types.ts:1`)',
      '- search param `list`: `string[] | undefined` (`types.ts:1`)',
      "- search param `sort`: `'up' | 'down' | undefined` (`types.ts:1`)",
      '- search param `new`: `boolean | undefined` (`types.ts:1`)',
      "- here: `validateSearch: v.object({ page: v.optional(v.number()), tag: v.optional(v.union([v.string(), v.array(v.string())])), list: v.optional(v.array(v.string())), sort: v.optional(v.picklist(['up', 'down'])), new: v.optional(v.boolean()) })` (handbook/search-params.md)",
    ],
  ],
  [
    'what params are without a value',
    'Params and search params',
    "export default async function Page({ searchParams }) { const { q = 'a' } = await searchParams; return q }",
    {},
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      "- search param `q`: without a type, else `'a'` (`app/a/[slug]/page.tsx:1`)",
      "- here: `validateSearch: v.object({ q: v.optional(v.string(), 'a') })` (handbook/search-params.md)",
    ],
  ],
  [
    'the schema that reads search params',
    'Params and search params',
    "import { schema } from '../../../search'\nexport default async ({ searchParams }) => schema.parse(await searchParams)",
    { 'search.ts': "import { z } from 'zod'\n\nexport const schema = z.object({ q: z.string() })" },
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      '- `schema` of zod reads them (`search.ts:3`): `z.object({ q: z.string() })`',
      '- here: `validateSearch: schema`, if it is small: it is loaded with every page (handbook/search-params.md)',
    ],
  ],
  [
    'parsers of nuqs',
    'Params and search params',
    "import { parseAsInteger, useQueryState, useQueryStates } from 'nuqs'\nexport default () => [useQueryState('q'), useQueryStates({ page: parseAsInteger.withDefault(1) })]",
    {},
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      '- search param `q`: `string | null` (`app/a/[slug]/page.tsx:2`)',
      '- search param `page`: `parseAsInteger.withDefault(1)` (`app/a/[slug]/page.tsx:2`)',
      '- here: `validateSearch: v.object({ q: v.optional(v.string()), page: v.optional(v.number(), 1) })` (handbook/search-params.md)',
    ],
  ],
  [
    'that search params are passed on',
    'Params and search params',
    "import { List } from './list'\nexport default ({ searchParams }) => <List given={searchParams} />",
    {},
    [
      '- `slug`: the segment `$slug`: `params.slug`, a string',
      '- search params: it takes them, and names none: look where they go',
    ],
  ],
  [
    'metadata as they are answered, the nearest first',
    'Metadata, as it is answered today',
    `export const metadata = { title: 'A', openGraph: make(), robots: { index: false } }\n${PLAIN_PAGE}`,
    {
      'app/layout.tsx': `export const metadata = { title: { template: '%s | B' }, description: 'C', robots: 'all' }
export const viewport = { themeColor: '#fff' }
${PLAIN_PAGE}`,
      'app/opengraph-image.png': '',
      'app/a/twitter-image.tsx': "export const alt = 'D'\nexport default () => null",
    },
    [
      '- `title`: `A | B` (`app/a/[slug]/page.tsx:1`, in the template of `app/layout.tsx:1`)',
      '- `openGraph`: computed, `make()` (`app/a/[slug]/page.tsx:1`)',
      '- `robots`: `{"index":false}` (`app/a/[slug]/page.tsx:1`)',
      '- `description`: `C` (`app/layout.tsx:1`)',
      '- `viewport.themeColor`: `#fff` (`app/layout.tsx:2`)',
      '- `opengraph-image`: `app/opengraph-image.png`',
      '- `twitter-image`: `app/a/twitter-image.tsx`, which draws it, alt `"D"`',
      '- for what is computed, the command below asks the old application while it runs',
      '- here: `head` with `pageMeta()` (handbook/metadata.md#title)',
    ],
  ],
  [
    'what generateMetadata returns',
    'Metadata, as it is answered today',
    `export async function generateMetadata({ params }) {
  const post = await read(params)
  if (!post) return { title: 'Gone' }
  return { title: post.title, alternates: { canonical: '/a' }, ...more(post) }
}
${PLAIN_PAGE}`,
    {},
    [
      '- `title`: `Gone` (`app/a/[slug]/page.tsx:3`, in one of its results)',
      '- `title`: computed, `post.title` (`app/a/[slug]/page.tsx:4`, in one of its results)',
      '- `alternates`: `{"canonical":"/a"}` (`app/a/[slug]/page.tsx:4`, in one of its results)',
      '- `…`: computed, `more(post)` (`app/a/[slug]/page.tsx:4`, in one of its results)',
      '- for what is computed, the command below asks the old application while it runs',
      '- here: `head` with `pageMeta()` (handbook/metadata.md#title)',
    ],
  ],
  [
    'a title in a computed template, and one that takes none',
    'Metadata, as it is answered today',
    `export const metadata = { title: 'A', other: { a: 1 } }\n${PLAIN_PAGE}`,
    { 'app/layout.tsx': `export const metadata = { title: make() }\n${PLAIN_PAGE}` },
    [
      '- `title`: `A` (`app/a/[slug]/page.tsx:1`, in a template that `app/layout.tsx:1` computes)',
      '- `other`: `{"a":1}` (`app/a/[slug]/page.tsx:1`)',
      '- for what is computed, the command below asks the old application while it runs',
      '- here: `head` with `pageMeta()` (handbook/metadata.md#title)',
    ],
  ],
  [
    'the head of the Pages Router',
    'Metadata, as it is answered today',
    "import Head from 'next/head'\nexport default () => <Head><title>A</title></Head>",
    {},
    [
      '- `<title>A</title>` (`app/a/[slug]/page.tsx:2`)',
      '- here: `head` with `pageMeta()` (handbook/metadata.md#title)',
    ],
  ],
  [
    'ages',
    'Caching and other exports',
    `export const revalidate = 60\nexport const metadata = {}\n${PLAIN_PAGE}`,
    {},
    ['- `app/a/[slug]/page.tsx:1`: `revalidate` `60`: staticData.cache of the route (handbook/caching.md#ages)'],
  ],
])('a sheet names %s', (_, title, text, files, expected) => {
  const sheet = sheets({ 'app/a/[slug]/page.tsx': text, ...files })['move/a-$slug.md']
  expect(sectionOf(sheet, title)).toEqual(expected)
})
