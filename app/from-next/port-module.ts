import { INTL_HOOKS, portAsync, componentsOf } from '#app/from-next/async-component.ts'
import type { ESTree } from 'vite'
import type { RoutePattern } from '#app/from-next/link-target.ts'
import { type ApplicationModule, type Target, packageName } from '#app/from-next/read-application.ts'
import { applyEdits, type Edit, isWithin } from '#app/from-next/parse-source.ts'
import {
  divideModule,
  removals,
  statementFinder,
  loadedEdit,
  loadingCode,
  namedEdit,
  type PageInput,
  wrapperCode,
} from '#app/from-next/page-wrapper.ts'
import {
  addressOptions,
  type CallInput,
  rewriteCall,
  rewriteDocument,
  rewriteElement,
  pictureNames,
  HOOKS,
} from '#app/from-next/port-elements.ts'
import { nameOfExport } from '#app/from-next/imports-and-exports.ts'
import { type ModuleFacts } from '#app/from-next/read-module.ts'

/** Collects imports, and writes them. */
export class Needs {
  readonly #names = new Map<string, Set<string>>()

  readonly add = (from: string, name: string, local = name): void => {
    const names = this.#names.get(from) ?? new Set()
    this.#names.set(from, names.add(name === local ? name : `${name} as ${local}`))
  }

  get code(): string {
    return [...this.#names].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`).join('')
  }
}

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
export const IMPORTS: Readonly<Record<string, { from: string; name: string } | undefined>> = {
  'next/link#default': { from: '#app/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next/navigation#notFound': undefined,
  'next/navigation#redirect': undefined,
  'next/navigation#permanentRedirect': undefined,
  'next-intl/server#setRequestLocale': undefined,
  'next-intl/server#unstable_setRequestLocale': undefined,
  'next/navigation#useRouter': { from: '@tanstack/react-router', name: 'useRouter' },
  'next/navigation#usePathname': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next/server#NextResponse': undefined,
  'next/server#NextRequest': undefined,
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

/** Calls that are right only where the component that has them could be changed. */
export const CHANGED = /^next-intl\/server#get|^next\/navigation#(notFound|redirect|permanentRedirect)$/

/** A place that a person must look at. `onServer`: it is right in what the server alone runs. */
export type Mark = { readonly line: number; readonly note: string; readonly onServer?: true }

export type Ported = {
  /** The module with links, hooks and imports of this project. */
  readonly text: string
  /** Why it cannot run here; empty for a module that can. */
  readonly reasons: readonly Mark[]
  /** Places to look at in a module that can run. */
  readonly marks: readonly Mark[]
  /** Calls that are rewritten where their function allows it. */
  readonly handled: ReadonlySet<ESTree.Node>
  /** True if what a page awaits has its metadata. */
  readonly loadsMetadata: boolean
  /** The part that a page awaits, as a module of its own. */
  readonly functions?: string
  /** Files of the application that it imports. */
  readonly imports: readonly string[]
  /** Imports that only the server needs. */
  readonly serverImports: ReadonlySet<string>
  /** Packages that are not installed here. */
  readonly packages: readonly string[]
}

type Context = {
  readonly routes: readonly RoutePattern[]
  readonly basePath: readonly string[]
  readonly resolve: (from: string, specifier: string) => Target
  /** Packages of this project. */
  readonly installed: ReadonlySet<string>
  /** Returns the import of a file of the application, where it is written. */
  readonly importOf: (path: string) => string
  /** Returns why a file that is no module cannot be copied. */
  readonly faultOf: (path: string) => string | undefined
  /** True for an export of a file that is only a type. */
  readonly isType: (path: string, name: string) => boolean
  /** Returns the import of what a page awaits. */
  readonly functionsOf: (path: string) => string
}

/** Conventions whose default export is a component. */
const COMPONENTS =
  /^(page|layout|template|default|loading|error|not-found|global-error|global-not-found|forbidden|unauthorized|_app|404|500)$/

/** Conventions whose default export gets params. */
const PAGES = /^(page|layout|default)$/

/** Packages with Next.js in their name that need nothing of it. */
const PLAIN_PACKAGES = /^next-(themes|mdx-remote|tick)$/

/** True for a package that needs the router or the build of Next.js. */
export const isForNext = (name: string): boolean =>
  /(^|[@/-])next(js|ra|-?auth)?([-/]|$)|^geist$/.test(name) && !PLAIN_PACKAGES.test(name)

const isOfNext = (source: string) => /^(next|next-intl)(\/|$)/.test(source)

/** Rewrites a module for this project, as far as that is mechanical. */
export function portModule(module: ApplicationModule, context: Context): Ported {
  const { source, facts, path, convention } = module
  const { text, program } = source
  const edits: Edit[] = []
  const reasons: Mark[] = []
  const marks: Mark[] = []
  const imports: string[] = []
  const serverImports = new Set<string>()
  const packages: string[] = []
  const needs = new Needs()
  const mark = (line: number, note: string) => {
    marks.push({ line, note })
    return `/* from-next: ${path}:${line}: ${note} */`
  }
  const intl = new Set(facts.imports.flatMap(({ isIntl, names }) => (isIntl ? names.map(({ local }) => local) : [])))
  const input: CallInput = { module, routes: context.routes, basePath: context.basePath, intl, mark }

  const isPage = convention !== undefined && PAGES.test(convention.name) && convention.router === 'app'
  const calls = new Map(facts.calls.map((fact) => [fact.node as ESTree.Node, fact]))
  const handled = new Set<ESTree.Node>()
  const hasComponents = convention === undefined || COMPONENTS.test(convention.name)
  const components = (hasComponents ? componentsOf(program) : []).map((component) => {
    const redirectTo = (address: ESTree.Node) => addressOptions(address, source.lineAt(address.start), input)
    const port = portAsync(component, { isPage, calls, text, redirectTo })
    if (typeof port === 'string') reasons.push({ line: source.lineAt(component.fn.start), note: port })
    else {
      edits.push(...port.edits)
      for (const call of port.handled) handled.add(call)
    }
    return { component, port }
  })
  const main = components.find(({ component }) => component.isDefault)
  const page: PageInput | undefined =
    isPage && main && typeof main.port !== 'string'
      ? { convention, text, path, edits, component: main.component, port: main.port }
      : undefined
  const server = page?.port.server

  const called = page ? calledOnServer(module) : []
  const parts = isPage ? divideModule(program, server, called) : undefined
  const statementOf = statementFinder(program)
  const pictures = pictureNames(facts)
  const isInBrowser = (statement: ESTree.Node | undefined) => !parts || !statement || parts.client.has(statement)
  const isLeft = (offset: number) => {
    const statement = statementOf(offset)
    return !isInBrowser(statement) && !(statement && parts?.server.has(statement))
  }

  for (const fact of facts.imports) {
    if (isLeft(fact.start)) continue
    const onServer = !isInBrowser(statementOf(fact.start))
    const fault = (note: string, isRightOnServer?: true) => {
      if (onServer && isRightOnServer) return
      reasons.push({ line: fact.line, note, ...(isRightOnServer && { onServer: true }) })
    }
    if (isOfNext(fact.source)) {
      edits.push({ start: fact.start, end: fact.end, text: '' })
      if (fact.kind !== 'import') fault(fact.source)
      for (const { imported, local } of fact.names) {
        const name = `${fact.source}#${imported}`
        if (fact.isType || fact.source === 'next') continue
        if (!Object.hasOwn(IMPORTS, name) && !fact.source.startsWith('next/font/'))
          fault(`${imported} of ${fact.source}`)
        if (name === 'next/navigation#useRouter' && facts.passesRouter) {
          needs.add(HOOKS, fact.isIntl ? 'useLocalizedRouter' : 'useRouter', local)
          continue
        }
        const counterpart = IMPORTS[name]
        if (counterpart && !(fact.isIntl && imported === 'usePathname'))
          needs.add(
            counterpart.from,
            counterpart.name,
            counterpart.name === imported || imported === 'default' ? local : counterpart.name,
          )
      }
      continue
    }
    if (fact.source === 'server-only' || fact.source === 'client-only') {
      edits.push({ start: fact.start, end: fact.end, text: '' })
      if (fact.source === 'server-only') fault('it is for the server only', true)
      continue
    }
    const target = context.resolve(path, fact.source)
    if (target.type === 'file' && target.path.endsWith('.d.ts'))
      edits.push({ start: fact.start, end: fact.end, text: '' })
    else if (target.type === 'file') {
      const isStyle = /\.(css|scss|sass|less)$/.test(target.path)
      const styleFault = isStyle && !target.path.endsWith('.module.css') ? context.faultOf(target.path) : undefined
      if (styleFault !== undefined) {
        const comment = mark(fact.line, `${styleFault}: global styles are in app/ui/styles.css`)
        edits.push({ start: fact.start, end: fact.end, text: comment })
        continue
      }
      imports.push(target.path)
      if (onServer) serverImports.add(target.path)
      const { sourceStart: at } = fact
      const query = fact.names.some(({ local }) => pictures.has(local)) ? '?picture' : ''
      edits.push({ start: at, end: at + fact.source.length, text: context.importOf(target.path) + query })
    } else if (target.type === 'package') {
      if (context.installed.has(target.name) || fact.isType) continue
      packages.push(packageName(fact.source))
      fault(
        isForNext(target.name)
          ? `the package ${target.name} needs Next.js itself`
          : `the package ${target.name} is not installed`,
      )
    } else if (!fact.isType) {
      if (target.type === 'builtin') fault(`${fact.source} is a module of Node`, true)
      else if (target.type === 'missing' && target.alias !== undefined)
        fault(`${fact.source} is ${target.alias} by tsconfig.json, which does not exist`)
      else fault(`${fact.source} is not found`)
    }
  }

  edits.push(...typeEdits(module, context))
  for (const fact of facts.calls) {
    if (isLeft(fact.start)) continue
    const { edits: own, reason, needs: used = [] } = rewriteCall(fact, input)
    edits.push(...own)
    for (const [from, name] of used) needs.add(from, name)
    const { name, line, node } = fact
    if (reason !== undefined) reasons.push({ line, note: reason })
    if (CHANGED.test(name) && !handled.has(node)) reasons.push({ line, note: `${name.split('#')[1]}()` })
  }
  for (const fact of facts.documentElements) edits.push(...rewriteDocument(fact, input))
  for (const fact of facts.elements) {
    if (isLeft(fact.start)) continue
    const { edits: own, reason, needs: used = [] } = rewriteElement(fact, input)
    edits.push(...own)
    for (const [from, name] of used) needs.add(from, name)
    if (reason !== undefined) reasons.push({ line: fact.line, note: reason })
  }
  for (const { text: directive, line, start, end } of facts.directives) {
    if (directive === 'use client') edits.push({ start, end, text: '' })
    else if (!isLeft(start)) reasons.push({ line, note: `'${directive}'` })
  }
  const takesNextRequest = facts.imports.some(({ names }) => names.some(({ imported }) => imported === 'NextRequest'))
  if (takesNextRequest && /\.(nextUrl|cookies|geo|ip)\b/.test(text)) reasons.push({ line: 1, note: 'NextRequest' })

  const loadsMetadata = called.includes('generateMetadata')
  const found = { reasons, marks, handled, loadsMetadata, imports, serverImports, packages }
  const { props = [] } = facts.exports.find(({ name }) => name === 'default') ?? {}
  const takesProps = props.some((name) => /^(params|searchParams|\*)$/.test(name))
  if (!page || !parts || !(takesProps || server || called.length > 0))
    return { ...found, text: `${needs.code}${applyEdits(text, [...edits, ...removals(program, isInBrowser)])}` }
  const own = (range: ESTree.Node) => `${applyEdits(text, edits, range)}\n`
  let functions: string | undefined
  if (server || called.length > 0) {
    const serverNeeds = new Needs()
    const code = loadingCode(page, called, serverNeeds.add)
    const needed = program.body.filter((statement) => parts.server.has(statement)).map(own)
    functions = `${serverNeeds.code}${needed.join('')}\n${code}`
  }
  const wrapper = wrapperCode(page, functions && context.functionsOf(path), needs.add)
  const outer = [...loadedEdit(page), ...namedEdit(program, page.component), ...removals(program, isInBrowser)]
  const inner = edits.filter(({ start, end }) => !server || start < server.start || end > server.end)
  return {
    ...found,
    text: `${needs.code}${applyEdits(text, [...inner, ...outer])}${wrapper}`,
    ...(functions && { functions }),
  }
}

/** Marks imports and exports of types: a build compiles each module in isolation, and would look for their values. */
function typeEdits({ path, facts, source: { program } }: ApplicationModule, { resolve, isType }: Context): Edit[] {
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
        return {
          specifier,
          type,
          text: `${type ? 'type ' : ''}${imported === local.name ? imported : `${imported} as ${local.name}`}`,
        }
      })
      const isNew = names.some(
        ({ specifier, type }) => type && !(specifier.type === 'ImportSpecifier' && specifier.importKind === 'type'),
      )
      if (!isNew) return []
      const [only] = names
      const hasAll = names.some(({ specifier }) => specifier.type === 'ImportNamespaceSpecifier')
      const range = { start: node.start, end: node.source.start }
      if (hasAll)
        return names.length === 1 && only
          ? [{ ...range, text: `import type * as ${only.specifier.local.name} from ` }]
          : []
      return [{ ...range, text: `import { ${names.map(({ text }) => text).join(', ')} } from ` }]
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

/** True for a page that is not found with params other than the ones that it lists. */
export function allowsKnownParams({ exports }: ModuleFacts): boolean {
  const isFalse = exports.some(({ name, value }) => name === 'dynamicParams' && value?.value === false)
  return (
    isFalse &&
    exports.some(({ name, isFunction, arity }) => name === 'generateStaticParams' && isFunction && arity === 0)
  )
}

/** Returns the exports of a page that its loader calls: metadata that needs nothing of Next.js, and the list of params. */
function calledOnServer({ facts }: ApplicationModule): ('generateMetadata' | 'generateStaticParams')[] {
  const metadata = facts.exports.find(({ name }) => name === 'generateMetadata')
  const isPlain =
    metadata?.isFunction === true &&
    metadata.arity < 2 &&
    !facts.calls.some(({ name, start }) => /^next(-intl)?[/#]/.test(name) && isWithin(start, metadata))
  return [
    ...(isPlain ? ['generateMetadata' as const] : []),
    ...(allowsKnownParams(facts) ? ['generateStaticParams' as const] : []),
  ]
}
