import type { ESTree } from 'vite'
import { type RoutePattern, linkProps, linkTarget } from '#app/from-next/addresses.ts'
import { INTL_HOOKS } from '#app/from-next/async-component.ts'
import { type ImportFact, isFunction, nameOfExport } from '#app/from-next/module-parts.ts'
import type { ApplicationModule, Target } from '#app/from-next/read-application.ts'
import type { CallFact, ElementFact, ModuleFacts } from '#app/from-next/read-module.ts'
import { type Edit, walk } from '#app/from-next/source.ts'

/** Collects imports, and writes them. Of imports by the same name the first counts. */
export class Needs {
  readonly #names = new Map<string, Set<string>>()
  readonly #locals = new Map<string, string>()

  readonly add = (from: string, name: string, local = name): void => {
    if ((this.#locals.get(local) ?? from) !== from) return
    this.#locals.set(local, from)
    const names = this.#names.get(from) ?? new Set()
    this.#names.set(from, names.add(name === local ? name : `${name} as ${local}`))
  }

  get code(): string {
    return [...this.#names].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`).join('')
  }
}

/** Module of components that stand for those of Next.js. */
const COMPONENTS = '#app/ported/next/components.tsx'

/** Module of the router, the hooks and the links of Next.js and next-intl. */
const NAVIGATION = '#app/ported/next/navigation.tsx'

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
export const IMPORTS: Readonly<Record<string, { from: string; name: string } | undefined>> = {
  'next/link#default': { from: '#app/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next/dynamic#default': { from: COMPONENTS, name: 'dynamic' },
  'next/script#default': { from: COMPONENTS, name: 'Script' },
  'next/form#default': { from: COMPONENTS, name: 'Form' },
  'next/error#default': { from: COMPONENTS, name: 'ErrorText' },
  'next-intl/server#setRequestLocale': undefined,
  'next-intl/server#unstable_setRequestLocale': undefined,
  'next/navigation#useRouter': { from: NAVIGATION, name: 'useRouter' },
  'next/navigation#usePathname': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next/navigation#useSelectedLayoutSegment': undefined,
  'next/navigation#useSelectedLayoutSegments': undefined,
  'next-intl/routing#defineRouting': undefined,
  'next-intl#Locale': undefined,
  'next-intl#NextIntlClientProvider': undefined,
  'next-intl#hasLocale': { from: '#app/navigation/locale/locale.ts', name: 'isLocale' },
  ...Object.fromEntries(
    ['useTranslations', 'useLocale', 'useFormatter', 'useMessages', 'useNow', 'useTimeZone'].map((name) => [
      `next-intl#${name}`,
      { from: 'use-intl', name },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(INTL_HOOKS).map(([name, hook = '']) => [name, { from: 'use-intl', name: hook }]),
  ),
}

/** Modules of the written application that stand for those of Next.js. */
export const STUB = '#app/ported/next/stub.tsx'
export const SERVER = '#app/ported/next/server.ts'

/** Names of Next.js that the written application has as they are. */
export const RUNTIME: Readonly<Record<string, RegExp | undefined>> = {
  'next/headers': /^(cookies|headers|draftMode)$/,
  'next/cache':
    /^(revalidatePath|revalidateTag|updateTag|expireTag|unstable_cache|unstable_noStore|connection|(unstable_)?cache(Tag|Life))$/,
  'next/server': /^(NextRequest|NextResponse|after|connection)$/,
  'next/navigation': /^(notFound|redirect|permanentRedirect)$/,
}

type TypeInput = {
  readonly resolve: (from: string, specifier: string) => Target
  /** True for an export of a file that is only a type. */
  readonly isType: (path: string, name: string) => boolean
}

/** Marks imports and exports of types: a build compiles each module in isolation, and would look for their values. */
export function typeEdits(
  { path, facts, source: { program } }: ApplicationModule,
  { resolve, isType }: TypeInput,
): Edit[] {
  const isTypeOf = (specifier: string, name: string) => {
    const target = resolve(path, specifier)
    return target.type === 'file' && isType(target.path, name)
  }
  const exported = new Set(
    program.body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source
        ? node.specifiers.map(({ local }) => nameOfExport(local))
        : [],
    ),
  )
  return program.body.flatMap((node): Edit[] => {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type' && node.specifiers.length > 0) {
      const names = node.specifiers.map((specifier) => {
        const { local } = specifier
        const isPlain = specifier.type === 'ImportSpecifier'
        const imported = isPlain ? nameOfExport(specifier.imported) : 'default'
        const isUsed = facts.values.has(local.name) || exported.has(local.name)
        const type = (isPlain && specifier.importKind === 'type') || !isUsed || isTypeOf(node.source.value, imported)
        return { specifier, type, text: imported === local.name ? imported : `${imported} as ${local.name}` }
      })
      // An import that only marks its names as types would still load the module, a database into the browser say.
      const onlyTypes = names.every(({ type }) => type)
      const isNew = names.some(
        ({ specifier, type }) => type && !(specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'),
      )
      if (!onlyTypes && !isNew) return []
      const [only] = names
      const hasAll = names.some(({ specifier }) => specifier.type === 'ImportNamespaceSpecifier')
      const range = { start: node.start, end: node.source.start }
      if (hasAll)
        return names.length === 1 && only
          ? [{ ...range, text: `import type * as ${only.specifier.local.name} from ` }]
          : []
      const list = names.map(({ type, text }) => (type && !onlyTypes ? `type ${text}` : text))
      return [{ ...range, text: `import ${onlyTypes ? 'type ' : ''}{ ${list.join(', ')} } from ` }]
    }
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return []
    return node.specifiers.flatMap((specifier): Edit[] => {
      const name = nameOfExport(specifier.local)
      const type = node.source ? isTypeOf(node.source.value, name) : isType(path, nameOfExport(specifier.exported))
      return type && specifier.exportKind !== 'type'
        ? [{ start: specifier.start, end: specifier.start, text: 'type ' }]
        : []
    })
  })
}

/** Calls at the top level of what is not carried over, which must not keep a module from being loaded. */
export function topLevelCalls(program: ESTree.Program, stubs: ReadonlySet<string>): Edit[] {
  const found: Edit[] = []
  if (stubs.size > 0)
    walk(program, (node) => {
      if (isFunction(node)) return false
      const isCall = node.type === 'CallExpression' && node.callee.type === 'Identifier' && stubs.has(node.callee.name)
      if (isCall) found.push({ start: node.callee.end, end: node.callee.end, text: '.atTop' })
      return true
    })
  return found
}

/** Props of the image component of Next.js that have no counterpart. */
const REMOVED = /^(quality|placeholder|blurDataURL|unoptimized|loader|overrideSrc)$/

/** Files that the build makes in other formats and widths. */
const PICTURE = /\.(png|jpe?g|webp|avif)$/

/** The element that takes the place of an image: an `Image`, or an `AnyImage`. */
export type ImagePort = 'picture' | 'image' | 'any'

/** Returns the name of an attribute; `undefined` for a spread. */
export const nameOf = (node: ESTree.JSXAttributeItem) =>
  node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' ? node.name.name : undefined

/** Returns the imports of image files: the path of each by its name here. */
function pictureImports({ imports }: ModuleFacts): Map<string, string> {
  return new Map(
    imports.flatMap(({ source, names }) =>
      names.flatMap(({ imported, local }) =>
        imported === 'default' && PICTURE.test(source) ? [[local, source] as const] : [],
      ),
    ),
  )
}

/** Decides what an image becomes. Pure. */
export function imagePort({ node }: Pick<ElementFact, 'node'>, facts: ModuleFacts): ImagePort {
  const props = new Map(node.attributes.map((attribute) => [nameOf(attribute), attribute]))
  const src = props.get('src')
  // A spread may have any of them.
  if (props.has(undefined) || props.has('fill') || src?.type !== 'JSXAttribute') return 'any'
  const { value } = src
  const expression = value?.type === 'JSXExpressionContainer' ? value.expression : undefined
  if (expression?.type === 'Identifier' && pictureImports(facts).has(expression.name)) return 'picture'
  return props.has('width') && props.has('height') ? 'image' : 'any'
}

/** Returns the names of images that are only the `src` of pictures: they can be imported as such. */
export function pictureNames(facts: ModuleFacts): Set<string> {
  const found = new Set<string>()
  for (const element of facts.elements) {
    if (element.name !== 'next/image#default' || imagePort(element, facts) !== 'picture') continue
    for (const attribute of element.node.attributes) {
      const value = nameOf(attribute) === 'src' && attribute.type === 'JSXAttribute' ? attribute.value : null
      if (value?.type === 'JSXExpressionContainer' && value.expression.type === 'Identifier')
        found.add(value.expression.name)
    }
  }
  return found
}

/** Makes components of SVG, as `@svgr/webpack` does. */
export const SVG_COMPILER = 'vite-plugin-svgr'

/** True for an import of an SVG that is used as a component. */
export const isSvgComponent = ({ source, names }: ImportFact, { elements }: ModuleFacts): boolean =>
  source.endsWith('.svg') && names.some(({ local }) => elements.some((element) => element.local === local))

/** Returns the edits of an image's props. */
function imageEdits({ node }: ElementFact): Edit[] {
  return node.attributes.flatMap((attribute): Edit[] => {
    const { start, end } = attribute
    const name = nameOf(attribute) ?? ''
    if (name === 'preload') return [{ start, end, text: 'priority' }]
    return REMOVED.test(name) ? [{ start, end, text: '' }] : []
  })
}

export type CallInput = {
  readonly module: ApplicationModule
  readonly routes: readonly RoutePattern[]
  /** Names of the navigation of next-intl, whose addresses have no language. */
  readonly intl: ReadonlySet<string>
  /** Returns a comment that marks a place to look at. */
  readonly mark: (line: number, note: string) => string
}

/** Edits, and the part in whose place a stub stands. */
export type Rewritten = {
  readonly edits: readonly Edit[]
  readonly stub?: string
  /** Names that the edits use, each with its module. */
  readonly needs?: readonly (readonly [from: string, name: string])[]
}

/** Rewrites a call of Next.js. */
export function rewriteCall(fact: CallFact, input: CallInput): Rewritten {
  const { name, node, line, start, end } = fact
  const all = (text: string) => ({ edits: [{ start, end, text }] })
  const isIntl = node.callee.type === 'Identifier' && input.intl.has(node.callee.name)
  if (name === 'next/navigation#usePathname')
    return isIntl ? { edits: [], needs: [[NAVIGATION, 'usePathname']] } : all('useLocation().pathname')
  if (/^next\/navigation#useSelectedLayoutSegments?$/.test(name))
    return { edits: [], needs: [[NAVIGATION, name.split('#')[1] ?? '']] }
  if (name === 'next-intl/routing#defineRouting') return { edits: [{ start, end: node.callee.end, text: '' }] }
  if (name === 'next/navigation#useSearchParams') return all('new URLSearchParams(useLocation().searchStr)')
  if (name === 'next/navigation#useParams') return all('useParams({ strict: false })')
  if (/^next-intl\/server#(unstable_)?setRequestLocale$/.test(name)) return all('undefined')
  if (name === 'next-intl#hasLocale') {
    const [, locale] = node.arguments
    const code = locale ? input.module.source.text.slice(locale.start, locale.end) : 'undefined'
    return { edits: [{ start, end, text: `isLocale(${code})` }] }
  }
  if (name.startsWith('next/font/') && !name.includes('()')) {
    const comment = input.mark(line, 'install the package of Fontsource that the report names')
    return all(`{ className: '', variable: '', style: {} } ${comment}`)
  }
  if (name === 'global#require')
    return { ...all("stub('require()')"), stub: 'require() is no import', needs: [[STUB, 'stub']] }
  return { edits: [] }
}

function renamed({ node, closing }: ElementFact, tag: string): Edit[] {
  const { start, end } = node.name
  return [
    { start, end, text: tag },
    ...(closing ? [{ start: closing.name.start, end: closing.name.end, text: tag }] : []),
  ]
}

/** Props of a link that have no counterpart. */
const LINK_PROPS = /^(prefetch|passHref|legacyBehavior|shallow|scroll|locale)$/

function rewriteLink(fact: ElementFact, { module: { source }, routes }: CallInput): Rewritten {
  const { node } = fact
  const href = node.attributes.find((attribute) => nameOf(attribute) === 'href')
  const value = href?.type === 'JSXAttribute' ? href.value : undefined
  const target = value ? linkTarget(value, source.text, routes) : undefined
  if (!href || !target || target.type === 'computed') {
    return { edits: renamed(fact, 'ComputedLink'), needs: [[NAVIGATION, 'ComputedLink']] }
  }
  const removed = node.attributes.filter((attribute) => LINK_PROPS.test(nameOf(attribute) ?? ''))
  const edits = removed.map((attribute): Edit => ({ start: attribute.start, end: attribute.end, text: '' }))
  if (target.type === 'anchor') return { edits: [...edits, ...renamed(fact, 'a')] }
  return { edits: [...edits, { start: href.start, end: href.end, text: linkProps(target) }] }
}

/** Rewrites `<html>` and `<body>` of a root layout, which are in the shell. */
export function rewriteDocument(
  { name, node, line, start, end }: ModuleFacts['documentElements'][number],
  { mark, module: { source } }: CallInput,
): Edit[] {
  if (name === 'head')
    return [{ start, end, text: `{${mark(line, '<head>: write it into head of app/routes/__root.tsx')}}` }]
  const { openingElement: open, closingElement: close } = node
  const isLeft = (item: ESTree.JSXAttributeItem) => name === 'html' && nameOf(item) !== 'className'
  const left = open.attributes.filter(isLeft)
  const hasOwn = left.length < open.attributes.length
  const code = left.map((item) => ` ${source.text.slice(item.start, item.end)}`).join('')
  const note = code && `{${mark(line, `<html${code.replaceAll('*/', '* /')}>: app/routes/__root.tsx has it`)}}`
  const edits: Edit[] = hasOwn
    ? [
        { start: open.name.start, end: open.name.end, text: 'div' },
        ...left.map((item) => ({ start: item.start, end: item.end, text: '' })),
        { start: open.end, end: open.end, text: note },
      ]
    : [{ start: open.start, end: open.end, text: `<>${note}` }]
  if (close) edits.push({ start: close.start, end: close.end, text: hasOwn ? '</div>' : '</>' })
  return edits
}

/** Rewrites an element of Next.js. */
export function rewriteElement(fact: ElementFact, input: CallInput): Rewritten {
  const { name } = fact
  if (name === 'next/link#default') return rewriteLink(fact, input)
  if (name === 'next/image#default') {
    if (imagePort(fact, input.module.facts) === 'any')
      return { edits: renamed(fact, 'AnyImage'), needs: [[COMPONENTS, 'AnyImage']] }
    return { edits: [...imageEdits(fact), ...renamed(fact, 'Image')], needs: [['#app/ui/image.tsx', 'Image']] }
  }
  // Its script that sets the theme is inline.
  if (name === 'next-themes#ThemeProvider')
    return {
      edits: [{ start: fact.node.name.end, end: fact.node.name.end, text: ' nonce={useNonce()}' }],
      needs: [['#app/ui/use-nonce.ts', 'useNonce']],
    }
  // The shell provides messages.
  if (name === 'next-intl#NextIntlClientProvider') {
    const { start, end } = fact.node
    const { closing } = fact
    const after = closing ? [{ start: closing.start, end: closing.end, text: '</>' }] : []
    return { edits: [{ start, end, text: closing ? '<>' : '<></>' }, ...after] }
  }
  return { edits: [] }
}
