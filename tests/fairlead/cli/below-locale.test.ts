import { describe, expect, it } from 'vitest'
import { type Files, moveBelowLocale } from '#fairlead/cli/below-locale.ts'

const ROOT = `import { createRootRouteWithContext } from '@tanstack/react-router'
import { documentOptions, type RouterContext } from 'fairlead/router'
import { Shell } from '#app/shell/shell.tsx'
import styles from '#app/styles/styles.css?url'

export const Route = createRootRouteWithContext<RouterContext>()(documentOptions({ styles, shell: Shell }))
`

const route = (id: string, rest = '') => `export const Route = createFileRoute('${id}')({})\n${rest}`

/** An application of one language, with files beside its own. */
const application = (others: Record<string, string> = {}): Files =>
  new Map(
    Object.entries({
      'app/routes/__root.tsx': ROOT,
      'app/routes/index.tsx': route('/'),
      'app/routes/tides/$port.tsx': route('/tides/$port'),
      'app/routes/(harbour)/quay.tsx': route('/(harbour)/quay'),
      'app/routes/_shop/route.tsx': route('/_shop'),
      'app/routes/_shop/cart.tsx': route('/_shop/cart'),
      ...others,
    }),
  )

/** Returns what becomes of a line of a component. */
function turned(line: string): string | undefined {
  const path = 'app/menu.tsx'
  return moveBelowLocale(application({ [path]: `${line}\n` }))
    .files.get(path)
    ?.trimEnd()
}

describe('pages below the languages', () => {
  it('are all files of routes but the root', () => {
    const { files } = moveBelowLocale(
      application({ 'app/routes/tides/map.svg': '<svg/>', 'app/routes/-parts.tsx': '' }),
    )
    expect([...files.keys()].toSorted()).toEqual([
      'app/routes/__root.tsx',
      'app/routes/{-$locale}/(harbour)/quay.tsx',
      'app/routes/{-$locale}/-parts.tsx',
      'app/routes/{-$locale}/_shop/cart.tsx',
      'app/routes/{-$locale}/_shop/route.tsx',
      'app/routes/{-$locale}/index.tsx',
      'app/routes/{-$locale}/route.tsx',
      'app/routes/{-$locale}/tides/$port.tsx',
      'app/routes/{-$locale}/tides/map.svg',
    ])
    expect(files.get('app/routes/{-$locale}/index.tsx')).toBe(route('/{-$locale}/'))
    expect(files.get('app/routes/{-$locale}/_shop/cart.tsx')).toBe(route('/{-$locale}/_shop/cart'))
  })

  it('have the frame of the root', () => {
    const { files } = moveBelowLocale(application())
    expect(files.get('app/routes/__root.tsx')).toBe(
      ROOT.replace("import { Shell } from '#app/shell/shell.tsx'\n", '').replace(', shell: Shell', ''),
    )
    const layout = files.get('app/routes/{-$locale}/route.tsx')
    expect(layout).toContain("import { Shell } from '#app/shell/shell.tsx'\n")
    expect(layout).toContain("createFileRoute('/{-$locale}')({\n  ...localeOptions({ shell: Shell }),")
  })

  it.each([
    ['./-frame.tsx', './-frame.tsx'],
    ['../shell/shell.tsx', '../../shell/shell.tsx'],
  ])('import a frame at %s from %s', (before, after) => {
    const root = ROOT.replace('#app/shell/shell.tsx', before)
    const { files } = moveBelowLocale(application({ 'app/routes/__root.tsx': root, 'app/routes/-frame.tsx': '' }))
    expect(files.get('app/routes/{-$locale}/route.tsx')).toContain(`import { Shell } from '${after}'`)
  })

  it.each([
    ['no frame', ROOT.replace(', shell: Shell', '')],
    [
      'a frame of its own file',
      ROOT.replace("import { Shell } from '#app/shell/shell.tsx'", 'const Shell = () => null'),
    ],
    ['no options of the document', 'export const Route = createRootRoute({ component: Root })'],
  ])('are refused for a root with %s', (_, root) => {
    expect(() => moveBelowLocale(application({ 'app/routes/__root.tsx': root }))).toThrow(
      /^app\/routes\/__root\.tsx: the frame is not found; allowed: documentOptions/,
    )
  })
})

describe('a mention of a route', () => {
  it.each([
    ['a link', '<Link to="/tides/$port" />', '<Link to="/{-$locale}/tides/$port" />'],
    ['a link to the home page', '<Link to="/" />', '<Link to="/{-$locale}" />'],
    ['a link in a group', '<Link to="/quay" />', '<Link to="/{-$locale}/quay" />'],
    ['a link in a layout without a path', '<Link to="/cart" />', '<Link to="/{-$locale}/cart" />'],
    [
      'a choice of links',
      "<Link to={full ? '/cart' : '/quay'} />",
      "<Link to={full ? '/{-$locale}/cart' : '/{-$locale}/quay'} />",
    ],
    ['a redirect', "throw redirect({ to: '/cart' })", "throw redirect({ to: '/{-$locale}/cart' })"],
    ['a navigation', "void navigate({ to: '/cart' as const })", "void navigate({ to: '/{-$locale}/cart' as const })"],
    ['the page after a form', "return { to: '/quay', flash }", "return { to: '/{-$locale}/quay', flash }"],
    ['a guard', "requireSession('/quay')", "requireSession('/{-$locale}/quay')"],
    ['a route of its id', "getRouteApi('/_shop/cart')", "getRouteApi('/{-$locale}/_shop/cart')"],
    ['the home page by its id', "useMatch({ from: '/' })", "useMatch({ from: '/{-$locale}/' })"],
    [
      'an interception',
      "interception: { over: ['/cart', { route: '/quay', params: {} }] }",
      "interception: { over: ['/{-$locale}/cart', { route: '/{-$locale}/quay', params: {} }] }",
    ],
    ['a slot', "<Slot pages={{ '/cart': Cart }} />", "<Slot pages={{ '/{-$locale}/cart': Cart }} />"],
    [
      'an import',
      "import { Port } from '#app/routes/tides/$port.tsx'",
      "import { Port } from '#app/routes/{-$locale}/tides/$port.tsx'",
    ],
    ['a relative import', "import('./routes/index.tsx')", "import('./routes/{-$locale}/index.tsx')"],
  ])('%s gets the path below the language', (_, before, after) => {
    const isOption = before.startsWith('interception')
    const isReturn = before.startsWith('return')
    const wrap = (line: string) => (isOption ? `f({ ${line} })` : isReturn ? `() => { ${line} }` : line)
    expect(turned(wrap(before))).toBe(wrap(after))
  })

  it.each([
    ['a page that the application does not have', '<Link to="/elsewhere" />'],
    ['a level of interceptions', "f({ over: '/' })"],
    ['a path of a URL', "publicUrl('/cart')"],
    ['an import of a package', "import { Link } from 'fairlead/navigation'"],
    ['a link to a place', '<Link to="." from={route.fullPath} />'],
  ])('%s is left unchanged', (_, line) => {
    expect(turned(line)).toBeUndefined()
  })

  it('is listed with its line where the command cannot tell', () => {
    const { unturned } = moveBelowLocale(application({ 'app/menu.ts': "\nexport const PAGES = ['/cart', '/']\n" }))
    expect(unturned).toEqual(["app/menu.ts:2 '/cart'"])
  })
})

it.each([
  ['#app/shell/shell.tsx', '#app/shell/shell.tsx'],
  ['./$port.module.css', './$port.module.css'],
  ['../index.tsx', '../index.tsx'],
  ['../__root.tsx', '../../__root.tsx'],
  ['../../site.ts', '../../../site.ts'],
])('a page that moves imports %s from %s', (before, after) => {
  const path = 'app/routes/tides/$port.tsx'
  const { files } = moveBelowLocale(application({ [path]: `import '${before}'\n${route('/tides/$port')}` }))
  expect(files.get('app/routes/{-$locale}/tides/$port.tsx')).toBe(
    `import '${after}'\n${route('/{-$locale}/tides/$port')}`,
  )
})
