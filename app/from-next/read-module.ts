import type { ESTree } from 'vite'
import {
  type ExportFact,
  type ImportFact,
  type Place,
  exportsOf,
  importsOf,
  propsOf,
} from '#app/from-next/module-parts.ts'
import {
  type Function,
  type Range,
  type Source,
  declaredNames,
  isFunction,
  isReference,
  propertyOf,
  walk,
} from '#app/from-next/source.ts'
import { type Constants } from '#app/from-next/static-value.ts'

/** A call of something imported: `next/navigation#redirect`, `next/navigation#useRouter().push`. */
export type CallFact = Place & {
  readonly name: string
  readonly node: ESTree.CallExpression
  /** True inside a server action. */
  readonly isAction: boolean
}

/** An element of something imported: `next/link#default`; `<html>`, `<head>` and `<body>`: `global#html`. */
export type ElementFact = Place & {
  readonly name: string
  readonly node: ESTree.JSXElement
  readonly tag: string
}

export type ModuleFacts = ReturnType<typeof readModule>

const DIRECTIVE = /^use (client|server|cache.*)$/

function directivesOf(body: readonly ESTree.Node[]): ESTree.Directive[] {
  return body.filter(
    (node): node is ESTree.Directive => node.type === 'ExpressionStatement' && 'directive' in node && !!node.directive,
  )
}

function functionDirectives(node: Function): ESTree.Directive[] {
  return node.body?.type === 'BlockStatement' ? directivesOf(node.body.body) : []
}

const HOLDS_VALUES = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TS(Enum|Export|ParameterProperty)/

/** True for a name that stands for a value: it is in no type and in no import. */
const isValue = (node: ESTree.Node, above: readonly ESTree.Node[]) =>
  isReference(node, above) &&
  !/^Import|^Export(Specifier|All)/.test(above.at(-1)?.type ?? 'Import') &&
  above.every(({ type }) => !type.startsWith('TS') || HOLDS_VALUES.test(type))

/** Returns the name of a call of `require`, or of `fetch` with options for a cache. */
function globalCall({ callee, arguments: [, options] }: ESTree.CallExpression): string | undefined {
  if (callee.type !== 'Identifier') return undefined
  if (callee.name === 'require') return 'global#require'
  const isCached = propertyOf(options, 'next') !== undefined || propertyOf(options, 'cache') !== undefined
  return callee.name === 'fetch' && isCached ? 'global#fetch' : undefined
}

/** Members of the result of next-intl's `createNavigation`, by what they stand for. */
const NAVIGATION: Readonly<Record<string, readonly [source: string, imported: string]>> = {
  Link: ['next/link', 'default'],
  useRouter: ['next/navigation', 'useRouter'],
  usePathname: ['next/navigation', 'usePathname'],
  redirect: ['next/navigation', 'redirect'],
  permanentRedirect: ['next/navigation', 'permanentRedirect'],
}

/** Returns an import of the navigation of next-intl as imports of Next.js, a name each. */
function asNextImports(fact: ImportFact): ImportFact[] {
  return fact.names.map(({ imported, local }) => {
    const [source, name] = NAVIGATION[imported] ?? ['next-intl/navigation', imported]
    return { ...fact, source, isIntl: true, names: [{ imported: name, local }] }
  })
}

/**
 * Returns what a module imports, exports, calls and renders of Next.js, without running it. `isNavigation` returns true
 * for an import of the module that calls `createNavigation` of next-intl.
 */
export function readModule(
  source: Source,
  isNavigation: (specifier: string) => boolean = () => false,
  constants: Constants = new Map(),
) {
  const { program, lineAt } = source
  const place = ({ start, end }: Range): Place => ({ line: lineAt(start), start, end })
  const imports = importsOf(source, place).flatMap((fact) =>
    fact.kind === 'import' && isNavigation(fact.source) ? asNextImports(fact) : [fact],
  )
  const locals = new Map(
    imports.flatMap(({ source: from, names, kind }) =>
      kind === 'import' ? names.map(({ imported, local }) => [local, `${from}#${imported}`] as const) : [],
    ),
  )
  const isActionModule = directivesOf(program.body).some(({ directive }) => directive === 'use server')
  const directives: (Place & { readonly text: string; readonly isModule: boolean })[] = []
  const calls: CallFact[] = []
  const elements: ElementFact[] = []
  /** `NEXT_PUBLIC_*` variables. */
  const variables: (Place & { readonly name: string })[] = []
  /** Names of variables with the result of a call: `router` of `useRouter()`. */
  const results = new Map<string, string>()

  const nameOf = (callee: ESTree.Node): string | undefined => {
    if (callee.type === 'Identifier') return locals.get(callee.name)
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
    const { object, property } = callee
    if (object.type === 'Identifier') {
      const result = results.get(object.name) ?? locals.get(object.name)
      return result && (result.endsWith('#*') ? `${result.slice(0, -1)}${property.name}` : `${result}.${property.name}`)
    }
    const called = object.type === 'CallExpression' ? nameOf(object.callee) : undefined
    return called && `${called}().${property.name}`
  }

  /** Names that are used other than as types. */
  const values = new Set<string>()

  walk(program, (node, above) => {
    if (isReference(node, above) && isValue(node, above)) values.add(node.name)
    if (node.type === 'ExpressionStatement' && 'directive' in node && node.directive) {
      const isModule = above.length === 1
      const { directive } = node
      if (DIRECTIVE.test(directive)) directives.push({ ...place(node), text: directive, isModule })
    } else if (node.type === 'ImportExpression') {
      const { type, value, start } = { value: undefined, ...node.source }
      if (type === 'Literal' && typeof value === 'string')
        imports.push({
          ...place(node),
          source: value,
          sourceStart: start + 1,
          kind: 'dynamic',
          isType: false,
          names: [],
        })
    } else if (node.type === 'VariableDeclarator') {
      const { id, init } = node
      const called = init?.type === 'CallExpression' ? nameOf(init.callee) : undefined
      if (called && id.type === 'Identifier') results.set(id.name, `${called}()`)
    } else if (node.type === 'CallExpression') {
      const name = nameOf(node.callee) ?? globalCall(node)
      if (name === undefined) return
      const isAction =
        isActionModule ||
        above.some(
          (parent) =>
            isFunction(parent) && functionDirectives(parent).some(({ directive }) => directive === 'use server'),
        )
      calls.push({ ...place(node), name, node, isAction })
    } else if (node.type === 'JSXElement') {
      const { name: id } = node.openingElement
      const tag = id.type === 'JSXIdentifier' ? id.name : ''
      const name = locals.get(tag) ?? (/^(html|head|body)$/.test(tag) ? `global#${tag}` : undefined)
      if (name !== undefined) elements.push({ ...place(node), name, node, tag })
    } else if (node.type === 'MemberExpression') {
      const { property } = node
      if (property.type === 'Identifier' && property.name.startsWith('NEXT_PUBLIC_')) {
        variables.push({ ...place(node), name: property.name })
      }
    }
  })
  return { directives, imports, exports: exportsOf(source, place, constants), calls, elements, values, variables }
}

type ReadModule = { readonly source: Source; readonly facts: ModuleFacts }

/** True for a page that reads the query, or whose metadata do. */
export const readsSearch = ({ facts: { exports }, source }: ReadModule): boolean =>
  source.text.includes('searchParams') &&
  ['default', 'generateMetadata'].some((name) => {
    const fact = exports.get(name)
    return fact && propsOf(fact).some((prop) => /^(searchParams|\*)$/.test(prop))
  })

/** True for a page that is not found with params other than the ones that it lists. */
export const allowsKnownParams = ({ exports }: ModuleFacts): boolean =>
  exports.get('dynamicParams')?.value?.value === false && exports.get('generateStaticParams')?.fn?.params.length === 0

/** True for a page or layout whose metadata ask for those of the layouts above. */
export const awaitsParent = ({ facts }: ReadModule): boolean =>
  (facts.exports.get('generateMetadata')?.fn?.params.length ?? 0) > 1

export const metadataOf = ({ exports }: ModuleFacts): ExportFact | undefined =>
  exports.get('generateMetadata') ?? exports.get('metadata')

/** Returns the name of the metadata that a layout hands on; `undefined` if it has none, or has them from elsewhere. */
export function handedMetadata({ facts, source: { program } }: ReadModule): string | undefined {
  const name = metadataOf(facts)?.name
  const isOwn = program.body.some(
    (node) => node.type === 'ExportNamedDeclaration' && node.declaration && declaredNames(node).includes(name ?? ''),
  )
  return isOwn ? name : undefined
}

/** Returns the exports of a page that its loader needs: metadata that have to be computed, and the list of params. */
export function neededOnServer(module: ReadModule): ('metadata' | 'generateMetadata' | 'generateStaticParams')[] {
  const { exports } = module.facts
  const metadata = exports.get('metadata')
  const isComputed =
    metadata &&
    (!metadata.value || metadata.computed.some((name) => /^(title|description|openGraph|\.{3})$/.test(name)))
  return [
    ...(exports.get('generateMetadata')?.fn ? ['generateMetadata' as const] : []),
    ...(isComputed && handedMetadata(module) === 'metadata' ? ['metadata' as const] : []),
    ...(allowsKnownParams(module.facts) ? ['generateStaticParams' as const] : []),
  ]
}
