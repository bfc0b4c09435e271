import type { ESTree } from 'vite'
import { type RoutePattern, linkProps } from '#app/from-next/addresses.ts'
import { INTL_HOOKS } from '#app/from-next/async-component.ts'
import { byName } from '#app/from-next/mappings.ts'
import { type ImportFact, listedName } from '#app/from-next/module-parts.ts'
import type { ApplicationModule, Target } from '#app/from-next/read-application.ts'
import type { CallFact, ElementFact, ModuleFacts } from '#app/from-next/read-module.ts'
import { type Edit, findOwn, replace } from '#app/from-next/source.ts'

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

export const PORTED = 'app/ported'

/** Returns the place of a file of the application that runs here. JavaScript becomes TypeScript, unchecked. */
export const portedPath = (path: string): string => `${PORTED}/${path.replace(/\.[cm]?jsx?$/, '.tsx')}`

export const functionsPath = (path: string): string => portedPath(path).replace(/\.\w+$/, '.functions.tsx')

const COMPONENTS = '#app/ported/next/components.tsx'
const NAVIGATION = '#app/ported/next/navigation.tsx'
export const STUB = '#app/ported/next/stub.tsx'
export const SERVER = '#app/ported/next/server.ts'

/** The export that has the part of an import; without a name, by the same name. */
type Counterpart = { readonly from: string; readonly name?: string }

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
export const IMPORTS = byName<Counterpart | undefined>({
  'next/link#default': { from: '#fairlead/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next/dynamic#default': { from: COMPONENTS, name: 'dynamic' },
  'next/script#default': { from: COMPONENTS, name: 'Script' },
  'next/form#default': { from: COMPONENTS, name: 'Form' },
  'next/error#default': { from: COMPONENTS, name: 'ErrorText' },
  'next/headers#cookies headers draftMode': { from: SERVER },
  'next/cache#revalidatePath revalidateTag updateTag expireTag unstable_cache unstable_noStore connection cacheTag cacheLife unstable_cacheTag unstable_cacheLife':
    { from: SERVER },
  'next/server#NextRequest NextResponse after connection': { from: SERVER },
  'next/navigation#notFound redirect permanentRedirect': { from: SERVER },
  'next/navigation#useRouter useSelectedLayoutSegment useSelectedLayoutSegments': { from: NAVIGATION },
  'next/navigation#usePathname useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next-intl/server#setRequestLocale unstable_setRequestLocale': undefined,
  'next-intl/routing#defineRouting': undefined,
  'next-intl#Locale NextIntlClientProvider': undefined,
  'next-intl#hasLocale': { from: '#fairlead/navigation/locale/locale.ts', name: 'isLocale' },
  'next-intl#useTranslations useLocale useFormatter useMessages useNow useTimeZone': { from: 'use-intl' },
  ...Object.fromEntries(
    Object.entries(INTL_HOOKS).map(([name, hook = '']) => [name, { from: 'use-intl', name: hook }]),
  ),
})

/** Returns what an import becomes. The path of next-intl has no language. */
export const counterpartOf = ({ source, isIntl }: ImportFact, imported: string): Counterpart | undefined =>
  isIntl && imported === 'usePathname' ? { from: NAVIGATION } : IMPORTS.get(`${source}#${imported}`)

type TypeInput = {
  readonly resolve: (from: string, specifier: string) => Target
  /** True for an export of a file that is only a type. */
  readonly isType: (path: string, name: string) => boolean
}

/** Marks imports and exports of types: a build compiles each module in isolation, and would look for their values. */
export function typeEdits({ path, facts, source }: ApplicationModule, { resolve, isType }: TypeInput): Edit[] {
  const isTypeOf = (specifier: string, name: string) => {
    const target = resolve(path, specifier)
    return target.type === 'file' && isType(target.path, name)
  }
  const exported = new Set([...facts.exports.values()].map(({ local }) => local))
  const imports = source.record.staticImports.flatMap(({ start, moduleRequest, entries }): Edit[] => {
    const names = entries.map(({ importName, localName: { value: local }, isType: isMarked }) => {
      const imported = listedName(importName)
      const isUsed = facts.values.has(local) || exported.has(local)
      const text = imported === local ? local : `${imported} as ${local}`
      return { text, isMarked, type: isMarked || !isUsed || isTypeOf(moduleRequest.value, imported) }
    })
    // An import that only marks its names as types would still load the module, a database into the browser say.
    const onlyTypes = names.every(({ type }) => type)
    const isNew = names.some(({ type, isMarked }) => type && !isMarked)
    const isDone =
      names.length === 0 || /^import\s+type\b(?!\s*,|\s+from\b)/.test(source.text.slice(start, start + 100))
    if (isDone || !(onlyTypes || isNew)) return []
    const list = names.map(({ type, text }) => (type && !onlyTypes ? `type ${text}` : text))
    const isNamespace = list.some((name) => name.startsWith('* as '))
    if (isNamespace && list.length > 1) return []
    const clause = isNamespace ? list.join('') : `{ ${list.join(', ')} }`
    return [replace({ start, end: moduleRequest.start }, `import ${onlyTypes ? 'type ' : ''}${clause} from `)]
  })
  const exports = source.record.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType: isMarked, moduleRequest, importName, exportName: { kind, name } }) =>
      isMarked || kind !== 'Name'
        ? false
        : moduleRequest
          ? isTypeOf(moduleRequest.value, importName.name ?? '')
          : isType(path, name ?? ''),
    )
  return [...imports, ...exports.map(({ start }) => replace({ start, end: start }, 'type '))]
}

/** Calls at the top level of what is not carried over, which must not keep a module from being loaded. */
export function topLevelCalls(program: ESTree.Program, stubs: ReadonlySet<string>): Edit[] {
  const calls = findOwn<ESTree.CallExpression>(
    program,
    (node) => node.type === 'CallExpression' && node.callee.type === 'Identifier' && stubs.has(node.callee.name),
  )
  return calls.map(({ callee: { end } }) => replace({ start: end, end }, '.atTop'))
}

/** Files that the build makes in other formats and widths. */
const PICTURE = /\.(png|jpe?g|webp|avif)$/

/** Returns the attributes of an element, each with its name; that of a spread is `undefined`. */
const attributesOf = ({ node }: ElementFact) =>
  node.openingElement.attributes.map(
    (each) =>
      [each.type === 'JSXAttribute' && each.name.type === 'JSXIdentifier' ? each.name.name : undefined, each] as const,
  )

/** Returns the name of an imported picture that an image shows, and that the build makes in other formats. */
function pictureOf(element: ElementFact, { imports }: ModuleFacts): string | undefined {
  const attributes = new Map(attributesOf(element))
  const src = attributes.get('src')
  const value = src?.type === 'JSXAttribute' && src.value?.type === 'JSXExpressionContainer' && src.value.expression
  // A spread may have any of them.
  if (!value || value.type !== 'Identifier' || attributes.has(undefined) || attributes.has('fill')) return undefined
  const isPicture = imports.some(
    ({ source, names }) =>
      PICTURE.test(source) && names.some(({ imported, local }) => imported === 'default' && local === value.name),
  )
  return isPicture ? value.name : undefined
}

/** True for an image whose size is not known before the application runs. */
export function isAnyImage(element: ElementFact, facts: ModuleFacts): boolean {
  const attributes = new Map(attributesOf(element))
  const isSized = ['src', 'width', 'height'].every((name) => attributes.has(name))
  return !(isSized && !attributes.has(undefined) && !attributes.has('fill')) && pictureOf(element, facts) === undefined
}

/** Returns the names of images that are only the `src` of pictures: they can be imported as such. */
export const pictureNames = (facts: ModuleFacts): Set<string | undefined> =>
  new Set(facts.elements.filter(({ name }) => name === 'next/image#default').map((image) => pictureOf(image, facts)))

/** Makes components of SVG, as `@svgr/webpack` does. */
export const SVG_COMPILER = 'vite-plugin-svgr'

export const isSvgComponent = ({ source, names }: ImportFact, { elements }: ModuleFacts): boolean =>
  source.endsWith('.svg') && names.some(({ local }) => elements.some(({ tag }) => tag === local))

export type RewriteInput = {
  readonly module: ApplicationModule
  readonly routes: readonly RoutePattern[]
  readonly mark: (line: number, note: string) => string
}

type Rewritten = {
  readonly edits: readonly Edit[]
  readonly stub?: string
  readonly needs?: readonly (readonly [from: string, name: string])[]
}

type Rewrites<F> = Readonly<Record<string, ((fact: F, input: RewriteInput) => Rewritten) | undefined>>

const instead =
  (text: string) =>
  (fact: CallFact): Rewritten => ({ edits: [replace(fact, text)] })

const CALLS: Rewrites<CallFact> = {
  'next/navigation#usePathname': (fact, { module: { facts } }) => {
    const { callee } = fact.node
    const isIntl = facts.imports.some(
      (each) => each.isIntl && callee.type === 'Identifier' && each.names.some(({ local }) => local === callee.name),
    )
    return isIntl ? { edits: [] } : instead('useLocation().pathname')(fact)
  },
  'next/navigation#useSearchParams': instead('new URLSearchParams(useLocation().searchStr)'),
  'next/navigation#useParams': instead('useParams({ strict: false })'),
  'next-intl/server#setRequestLocale': instead('undefined'),
  'next-intl/server#unstable_setRequestLocale': instead('undefined'),
  'next-intl/routing#defineRouting': ({ node }) => ({ edits: [replace({ start: node.start, end: node.callee.end })] }),
  'next-intl#hasLocale': (fact, { module: { source } }) => {
    const [, locale] = fact.node.arguments
    return instead(`isLocale(${locale ? source.text.slice(locale.start, locale.end) : 'undefined'})`)(fact)
  },
  'next/font/google': fontCall,
  'next/font/local': fontCall,
  'global#require': (fact) => ({
    ...instead("stub('require()')")(fact),
    stub: 'require() is no import',
    needs: [[STUB, 'stub']],
  }),
}

function fontCall(fact: CallFact, { mark }: RewriteInput): Rewritten {
  const comment = mark(fact.line, 'install the package of Fontsource that the report names')
  return instead(`{ className: '', variable: '', style: {} } ${comment}`)(fact)
}

const renamed = ({ node: { openingElement, closingElement } }: ElementFact, tag: string): Edit[] =>
  [openingElement, closingElement].flatMap((each) => (each ? [replace(each.name, tag)] : []))

const without = (element: ElementFact, names: RegExp): Edit[] =>
  attributesOf(element).flatMap(([name = '', each]) => (names.test(name) ? [replace(each)] : []))

const ELEMENTS: Rewrites<ElementFact> = {
  'next/link#default': (fact, { module: { source }, routes }) => {
    const href = new Map(attributesOf(fact)).get('href')
    const target = href?.type === 'JSXAttribute' && href.value ? linkProps(href.value, source.text, routes) : 'computed'
    if (!href || target === 'computed')
      return { edits: renamed(fact, 'ComputedLink'), needs: [[NAVIGATION, 'ComputedLink']] }
    const edits = without(fact, /^(prefetch|passHref|legacyBehavior|shallow|scroll|locale)$/)
    const changed = target === 'anchor' ? renamed(fact, 'a') : [replace(href, target.props)]
    return { edits: [...edits, ...changed] }
  },
  'next/image#default': (fact, { module: { facts } }) => {
    if (isAnyImage(fact, facts)) return { edits: renamed(fact, 'AnyImage'), needs: [[COMPONENTS, 'AnyImage']] }
    const preload = new Map(attributesOf(fact)).get('preload')
    const removed = without(fact, /^(quality|placeholder|blurDataURL|unoptimized|loader|overrideSrc)$/)
    const edits = [...removed, ...(preload ? [replace(preload, 'priority')] : []), ...renamed(fact, 'Image')]
    return { edits, needs: [['#fairlead/images/image.tsx', 'Image']] }
  },
  // Its script that sets the theme is inline.
  'next-themes#ThemeProvider': ({ node: { openingElement } }) => {
    const { end } = openingElement.name
    return {
      edits: [replace({ start: end, end }, ' nonce={useNonce()}')],
      needs: [['#fairlead/platform/use-nonce.ts', 'useNonce']],
    }
  },
  // The shell provides messages.
  'next-intl#NextIntlClientProvider': ({ node: { openingElement, closingElement } }) => ({
    edits: closingElement
      ? [replace(openingElement, '<>'), replace(closingElement, '</>')]
      : [replace(openingElement, '<></>')],
  }),
  'global#head': (fact, { mark }) => ({
    edits: [replace(fact, `{${mark(fact.line, '<head>: write it into head of app/routes/__root.tsx')}}`)],
  }),
  // They are in the shell.
  'global#html': documentElement,
  'global#body': documentElement,
}

function documentElement(fact: ElementFact, { mark, module: { source } }: RewriteInput): Rewritten {
  const { openingElement: open, closingElement: close } = fact.node
  const left = attributesOf(fact).flatMap(([name, each]) => (fact.tag === 'html' && name !== 'className' ? [each] : []))
  const hasOwn = left.length < open.attributes.length
  const code = left.map((item) => ` ${source.text.slice(item.start, item.end)}`).join('')
  const note = code && `{${mark(fact.line, `<html${code.replaceAll('*/', '* /')}>: app/routes/__root.tsx has it`)}}`
  const edits = hasOwn
    ? [
        replace(open.name, 'div'),
        ...left.map((item) => replace(item)),
        replace({ start: open.end, end: open.end }, note),
      ]
    : [replace(open, `<>${note}`)]
  return { edits: close ? [...edits, replace(close, hasOwn ? '</div>' : '</>')] : edits }
}

export function rewrite(fact: CallFact | ElementFact, input: RewriteInput): Rewritten {
  if ('tag' in fact) return ELEMENTS[fact.name]?.(fact, input) ?? { edits: [] }
  return (CALLS[fact.name] ?? CALLS[fact.name.replace(/#\w+$/, '')])?.(fact, input) ?? { edits: [] }
}
