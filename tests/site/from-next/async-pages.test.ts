import { describe, expect, it } from 'vitest'
import { parentMetadata } from '#app/from-next/next/metadata.ts'
import { written } from '#tests/site/from-next/application.ts'

const PAGE = 'app/a/[id]/page.tsx'
const PORTED = `app/ported/${PAGE}`
const FUNCTIONS = 'app/ported/app/a/[id]/page.functions.tsx'

describe('an async page', () => {
  it('that awaits only params is a component with the params of its route', () => {
    const text = written({
      [PAGE]: `export function generateStaticParams() { return [] }
export default async function Photo({ params }: { params: Promise<{ id: string }> }) {
  const id = (await params).id
  return <p>{id}</p>
}`,
    })[PORTED]
    expect(text).toContain('const id = (params).id')
    expect(text).toContain('function Photo({ params }')
    expect(text).toContain('return <Photo {...props} {...nextProps(params, search)} />')
    expect(text).not.toMatch(/async|generateStaticParams|dynamicParams/)
  })

  it('is divided: what it awaits is a function of the server, which its loader calls', () => {
    const texts = written({
      [PAGE]: `import { readFile } from 'node:fs/promises'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Title } from './title'
const FOLDER = 'data'
const LIMIT = 3
async function read(id: string) { return readFile(FOLDER + id) }
export default async ({ params, searchParams }: Props) => {
  const { id } = await params
  const t = await getTranslations({ locale: 'en', namespace: 'Photo' })
  const { page } = await searchParams
  const [first, ...more] = await Promise.all([read(id), read(page)])
  if (id === '0') redirect('/a/1')
  if (!first) return notFound()
  return <Title>{t('x')} {first} {more.slice(LIMIT)}</Title>
}`,
      'app/a/[id]/title.tsx': 'export const Title = (props) => <h1 {...props} />',
    })
    const functions = texts[FUNCTIONS] ?? ''
    expect(functions).toContain("import { readFile } from 'node:fs/promises'")
    expect(functions).toContain("const FOLDER = 'data'")
    expect(functions).toContain('const [first, ...more] = await Promise.all([read(id), read(page)])')
    expect(functions).toContain("import { notFound, redirect } from '#app/ported/next/server.ts'")
    expect(functions).toContain("if (id === '0') redirect('/a/1')\n  if (!first) return notFound()")
    expect(functions).toContain('return { first, more }')
    expect(functions).not.toMatch(/LIMIT|Title|getTranslations/)
    const component = texts[PORTED] ?? ''
    expect(component).toContain("const t = useTranslations('Photo')")
    expect(component).toContain('const { first, more } = fromNextData')
    expect(component).toContain('useSuspenseQuery(pageQuery(params, search))')
    expect(component).not.toMatch(/node:fs|FOLDER|async|await/)
    const route = texts['app/routes/{-$locale}/a/$id.tsx'] ?? ''
    expect(route).toContain('loaderDeps: ({ search }) => ({ search })')
    expect(route).toContain('await loading.context.load(pageQuery(loading.params, loading.deps.search), loading)')
  })

  it.each([
    [
      'awaits in what it returns',
      'return <ul>{(await a()).map((x) => <li>{x}</li>)}{on && (await b())}</ul>',
      ['= await a()', '= on && (await b())'],
      ['<ul>{(awaited', ').map((x) => <li>{x}</li>)}{awaited'],
    ],
    [
      'returns early',
      'const x = await a(); const s = useState(); if (!x) return <b>{x}</b>; const y = await b(x); return <p>{y}</p>',
      ['if (!x) return { ended: 0, x }', 'const y = await b(x)', 'return { y }'],
      ['const s = useState();', 'if (fromNextData.ended === 0) { const { x } = fromNextData; return <b>{x}</b> }'],
    ],
    [
      'has elements and functions beside its data',
      'const e = <b />; const f = (x) => x; const x = f(await a()); return <p onClick={() => f(x)}>{e}</p>',
      ['const f = (x) => x', 'const x = f(await a())', 'return { x }'],
      ['const e = <b />', 'const f = (x) => x', 'const { x } = fromNextData'],
    ],
    [
      'ends within an expression',
      'const x = (await a()) ?? notFound(); return x',
      ['const x = (await a()) ?? notFound()'],
      ['const { x } = fromNextData'],
    ],
  ])('that %s is divided', (_, body, onServer, inComponent) => {
    const texts = written({ [PAGE]: `export default async function Page() { ${body} }` })
    for (const text of onServer) expect(texts[FUNCTIONS]).toContain(text)
    for (const text of inComponent) expect(texts[PORTED]).toContain(text)
    expect(texts[PORTED]).not.toContain('await ')
  })

  it.each([
    ['awaits elements', 'const x = await a(<p />); return x', 'awaits elements'],
    ['awaits in a condition with elements', 'return on ? <p>{await a()}</p> : null', 'awaits in what it returns'],
    [
      'depends on translations',
      "const t = await getTranslations('A'); const x = await a(t('b')); return x",
      'depends on translations',
    ],
    ['ends in what it returns', 'return (await a()) ?? notFound()', 'within an expression'],
  ])('that %s is left, with the reason', (_, body, reason) => {
    const texts = written({
      [PAGE]: `import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
export default async function Page() { ${body} }`,
    })
    const route = texts['app/routes/{-$locale}/a/$id.tsx']
    expect(route).toMatch(new RegExp(`move the component from ${PORTED.replace(/[[\]]/g, String.raw`\$&`)}.*${reason}`))
    expect(route).toContain('This page is not carried over yet')
    expect(route).not.toContain(`#${PORTED}`)
  })

  it('uses modules of Node in its functions of the server', () => {
    const lib = "import 'server-only'\nimport fs from 'fs'\nexport const read = () => fs.readFileSync('a')"
    const load =
      "import { read } from '../../../lib/read'\nexport default async function Page() { const x = await read(); return <p>{x}</p> }"
    const show = "import { read } from '../../../lib/read'\nexport default function Page() { return <p>{read()}</p> }"
    expect(written({ [PAGE]: load, 'lib/read.ts': lib })).toMatchObject({
      [PORTED]: expect.not.stringContaining('read'),
      [FUNCTIONS]: expect.stringContaining("import { read } from '#app/ported/lib/read.ts'"),
      'app/ported/lib/read.ts': expect.not.stringContaining('server-only'),
    })
    const shown = written({ [PAGE]: show, 'lib/read.ts': lib })
    expect(shown[FUNCTIONS]).toMatch(/const awaited\d+ = read\(\)/)
    expect(shown[PORTED]).not.toContain('read()')
  })

  it('that is not found with other params checks them in its loader', () => {
    const texts = written({
      [PAGE]: `export const dynamicParams = false
const IDS = ['1']
export const generateStaticParams = () => IDS.map((id) => ({ id }))
export default async function Photo({ params }) { return <p>{(await params).id}</p> }`,
    })
    expect(texts[FUNCTIONS]).toContain("const IDS = ['1']\nexport const generateStaticParams = () => IDS")
    expect(texts[FUNCTIONS]).toContain('if (!isKnown) throw notFound()')
    expect(texts[PORTED]).not.toMatch(/IDS|dynamicParams/)
    expect(texts[PORTED]).toContain('return <p>{(params).id}</p>')
  })

  it('has the title of generateMetadata, which its loader calls', () => {
    const texts = written({
      'app/a/layout.tsx':
        "export const metadata = { title: { template: '%s | A' } }\nexport default ({ children }) => children",
      [PAGE]: `import { read } from '../../../lib/read'
export async function generateMetadata({ params }) { return { title: (await read((await params).id)).title } }
export default async function Page({ params }) { return <p>{(await params).id}</p> }`,
      'lib/read.ts': "import fs from 'fs'\nexport const read = async (id) => ({ title: fs.readFileSync(id, 'utf8') })",
    })
    expect(texts[FUNCTIONS]).toContain('return { nextHead: headOf(await generateMetadata(fromNext)) }')
    expect(texts[PORTED]).not.toContain('read')
    expect(texts['app/routes/{-$locale}/a/$id.tsx']).toContain("return { head: pageHead(page, '%s | A') }")
    expect(texts['app/routes/{-$locale}/a/$id.tsx']).toContain('context.loaderData?.head')
  })

  it('gives its generateMetadata the metadata of the layouts above', () => {
    const texts = written({
      'app/layout.tsx': `import { NAME } from '../lib/name'
export const metadata = { title: { default: NAME, template: '%s | Site' } }
export default ({ children }) => children`,
      'app/a/layout.tsx': "export { metadata } from '../../lib/name'\nexport default ({ children }) => children",
      [PAGE]: `export async function generateMetadata(props, parent) { return { title: (await parent).title?.absolute } }
export default function Page() { return <p /> }`,
      'lib/name.ts': "import fs from 'fs'\nexport const NAME = fs.readFileSync('name', 'utf8')",
    })
    expect(texts[FUNCTIONS]).toContain("import { metadata as above0 } from '#app/ported/app/layout.functions.tsx'")
    expect(texts[FUNCTIONS]).toContain('headOf(await generateMetadata(fromNext, parentMetadata([above0], fromNext)))')
    expect(texts['app/ported/app/layout.functions.tsx']).toContain('export const metadata = { title: { default: NAME')
    expect(texts['app/ported/app/layout.tsx']).not.toMatch(/NAME|metadata/)
  })

  it('translates its metadata on the server', () => {
    const texts = written({
      [PAGE]: `import { getTranslations } from 'next-intl/server'
export async function generateMetadata() { return { title: (await getTranslations('A'))('b') } }
export default function Page() { return <p /> }`,
    })
    expect(texts[FUNCTIONS]).toContain("import { getTranslations } from '#app/ported/next/server.ts'")
    expect(texts[FUNCTIONS]).toContain('return { nextHead: headOf(await generateMetadata(fromNext)) }')
    expect(texts['app/routes/{-$locale}/a/$id.tsx']).toContain("head: pageHead(page, '%s')")
  })

  it('that ends at once throws in its loader', () => {
    const texts = written({
      [PAGE]: "import { notFound } from 'next/navigation'\nexport default function Rest() { notFound() }",
    })
    expect(texts[FUNCTIONS]).toContain('  notFound()\n')
    expect(texts['app/routes/{-$locale}/a/$id.tsx']).toContain('pageQuery(loading.params, {})')
  })
})

it('the metadata of layouts become the parent of those below', async () => {
  const images = async (_: unknown, parent: Promise<Record<string, unknown>>) => {
    const { openGraph } = (await parent) as { openGraph: { images: unknown[] } }
    return { title: 'B', openGraph: { images: [...openGraph.images, '/b.png'] } }
  }
  const root = {
    metadataBase: new URL('https://a.example'),
    title: { default: 'A', template: '%s | A' },
    openGraph: { images: '/a.png', type: 'website' },
  }
  expect(await parentMetadata([root], {})).toMatchObject({ title: { absolute: 'A', template: '%s | A' } })
  expect(await parentMetadata([root, images], {})).toMatchObject({
    title: { absolute: 'B | A' },
    openGraph: { images: [{ url: 'https://a.example/a.png' }, { url: 'https://a.example/b.png' }] },
  })
})

describe('other components', () => {
  it('are synchronous where they await translations alone', () => {
    const texts = written({
      [PAGE]: "import { List } from './list'\nexport default () => <List />",
      'app/a/[id]/list.tsx':
        "import { getTranslations } from 'next-intl/server'\nexport async function List() { const t = await getTranslations('List'); return <p>{t('a')}</p> }",
    })
    expect(texts['app/ported/app/a/[id]/list.tsx']).toContain(
      "export function List() { const t = useTranslations('List'); return",
    )
  })

  it('load what they await by a query, with the props that it needs', () => {
    const texts = written({
      [PAGE]: `import { read } from '../../../lib/read'
async function List({ kind, limit = 3, children }) { const all = await read(kind); return <ul>{all.slice(limit)}{children}</ul> }
const Count = async (props) => <b>{(await read(props.kind)).length}</b>
export default () => <List kind="a"><Count kind="b" /></List>`,
      'lib/read.ts': "import fs from 'fs'\nexport const read = async (kind) => fs.readdirSync(kind)",
    })
    expect(texts[PORTED]).toContain('useSuspenseQuery(queryList({ kind: fromNext.kind })).data')
    expect(texts[PORTED]).toContain('const { kind, limit = 3, children } = fromNext')
    expect(texts[PORTED]).toMatch(
      /const props = fromNext[\s\S]*useSuspenseQuery\(queryCount\(\{ kind: fromNext.kind \}\)\)/,
    )
    expect(texts[PORTED]).not.toMatch(/await |lib\/read/)
    expect(texts[FUNCTIONS]).toContain('const { kind } = fromNext')
    expect(texts[FUNCTIONS]).toContain('const all = await read(kind)')
  })

  it('are a note where they need more than data, and their page shows', () => {
    const texts = written({
      [PAGE]: `import { useUser, SignedIn, UserProvider } from '@clerk/nextjs'
function Menu() { const { user } = useUser(); return <p>{user.name}</p> }
async function All(props) { return <p>{await a(props)}</p> }
export default () => <UserProvider><Menu /><All /><SignedIn>secret</SignedIn></UserProvider>`,
    })
    expect(texts[PORTED]).toContain('return <NotCarriedOver what="Menu" />')
    expect(texts[PORTED]).toContain('return <NotCarriedOver what="All" />')
    expect(texts[PORTED]).toContain('const SignedIn = stub("SignedIn of @clerk/nextjs")')
    expect(texts['app/ported/next/stub.tsx']).toContain('NOT_CARRIED_OVER')
  })
})

describe('actions', () => {
  it('within a component have the values around them as first arguments', () => {
    const texts = written({
      [PAGE]: `import { save } from '../../../lib/save'
export default async function Page({ params }) {
  const { id } = await params
  async function rename(form) {
    'use server'
    await save(id, form.get('name'))
  }
  return <form action={rename}><button formAction={async () => { 'use server'; await save(id) }} /></form>
}`,
      'lib/save.ts': "import fs from 'fs'\nexport const save = async (id, name) => fs.writeFileSync(id, name)",
    })
    expect(texts[PORTED]).toMatch(/const rename = renameAction\d+\.bind\(null, id\)/)
    expect(texts[PORTED]).toMatch(/formAction=\{formAction\d+\.bind\(null, id\)\}/)
    expect(texts[PORTED]).not.toMatch(/use server|lib\/save/)
    expect(texts[FUNCTIONS]).toMatch(
      /const renameAction\d+Body = async \(id, form\) => \{\s+await save\(id, form.get\('name'\)\)/,
    )
    expect(texts[FUNCTIONS]).toMatch(/export const renameAction\d+ = callAction\(renameAction\d+Send\)/)
  })
})
