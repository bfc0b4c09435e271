import { posix } from 'node:path'
import type { ESTree } from 'vite'
import type { RoutePattern } from '#app/from-next/addresses.ts'
import { INTL_HOOKS, asyncEdits, portAsync } from '#app/from-next/async-component.ts'
import { type ImportFact, callsOneOf, componentsOf, divideModule, propsOf } from '#app/from-next/module-parts.ts'
import {
  IMPORTS,
  Needs,
  type RewriteInput,
  SERVER,
  STUB,
  SVG_COMPILER,
  counterpartOf,
  functionsPath,
  isSvgComponent,
  pictureNames,
  portedPath,
  rewrite,
  topLevelCalls,
  typeEdits,
} from '#app/from-next/port-elements.ts'
import { type ApplicationModule, type Target, isForNext, packageName } from '#app/from-next/read-application.ts'
import { type ModuleFacts, neededOnServer, handedMetadata } from '#app/from-next/read-module.ts'
import {
  type Section,
  actionEdit,
  actionModule,
  componentCode,
  inlineActions,
  inlineActionsCode,
  loadedEdit,
  loadingCode,
  namedEdit,
  wrapperCode,
  cachedEdits,
  type Above,
} from '#app/from-next/server-functions.ts'
import { type Edit, type Range, SOURCE, applyEdits, replace } from '#app/from-next/source.ts'
import { fontsOf, fontsPath, fontsSheet } from '#app/from-next/fonts.ts'

export const isActionModule = ({ directives }: ModuleFacts): boolean =>
  directives.some(({ text, isModule }) => text === 'use server' && isModule)

type Context = {
  readonly routes: readonly RoutePattern[]
  readonly resolve: (from: string, specifier: string) => Target
  readonly installed: ReadonlySet<string>
  readonly faultOf: (path: string) => string | undefined
  /** True for an export of a file that is only a type. */
  readonly isType: (path: string, name: string) => boolean
  /** Modules of which the browser gets nothing. */
  readonly serverOnly: ReadonlySet<string>
  readonly metadataAbove: ReadonlyMap<string, readonly Above[]>
  readonly stubs: ReadonlyMap<string, ReadonlySet<string>>
  readonly serverNames: ReadonlyMap<string, ReadonlySet<string>>
}

const COMPONENTS =
  /^(page|layout|template|default|loading|error|not-found|global-error|global-not-found|forbidden|unauthorized|_app|404|500)$/

const PAGES = /^(page|layout|default)$/

const isOfNext = (source: string) => /^(next|next-intl)(\/|$)/.test(source)

const isFont = (source: string) => source.startsWith('next/font/')

/** True for a module of Next.js whose names are those of `SERVER`. */
const isOfServer = (source: string) =>
  [...IMPORTS].some(([name, to]) => to?.from === SERVER && name.startsWith(`${source}#`))

function lossOf(
  fact: ImportFact,
  target: Target,
  { facts }: ApplicationModule,
  { faultOf, installed }: Context,
): string | undefined {
  switch (target.type) {
    case 'file':
      if (isSvgComponent(fact, facts) && !installed.has(SVG_COMPILER))
        return `${target.path} as a component needs ${SVG_COMPILER}: run the command with --install`
      return SOURCE.test(target.path) || target.path.endsWith('.d.ts') ? undefined : faultOf(target.path)
    case 'package':
      if (installed.has(target.name)) return undefined
      return `the package ${target.name} ${isForNext(target.name) ? 'needs Next.js itself' : 'is not installed'}`
    case 'missing':
      return target.alias === undefined
        ? `${fact.source} is not found`
        : `${fact.source} is ${target.alias} by tsconfig.json, which does not exist`
    default:
      return undefined
  }
}

/** Exports of packages that async elements are made of, which the server renders as text. */
const STATIC_ELEMENTS = new Set(['next-mdx-remote/rsc#MDXRemote'])

export type Ported = ReturnType<typeof portModule>

/** Rewrites a module for this project, as far as that is mechanical. */
export function portModule(module: ApplicationModule, context: Context) {
  const { source, facts, path, convention } = module
  const { text, program } = source
  const edits: Edit[] = []
  let reason: { readonly line: number; readonly note: string } | undefined
  let serverOnly = false
  const stubbed: string[] = []
  const imports: string[] = []
  const serverImports = new Set<string>()
  const packages: string[] = []
  const needs = new Needs()
  const serverNeeds = new Needs()
  const functions = `#${functionsPath(path)}`
  const mark = (line: number, note: string) => `/* from-next: ${path}:${line}: ${note} */`
  const input: RewriteInput = { module, routes: context.routes, mark }

  const isRouted = convention !== undefined && PAGES.test(convention.name) && convention.router === 'app'
  const isActions = isActionModule(facts)
  const calls = new Map(facts.calls.map((fact) => [fact.node as ESTree.Node, fact]))
  const handled = new Set<ESTree.Node>()
  const stubs = context.stubs.get(path) ?? new Set()
  const isServerValue = (node: ESTree.Node): boolean => {
    if (node.type === 'JSXElement')
      return facts.elements.some((fact) => fact.node === node && STATIC_ELEMENTS.has(fact.name))
    let callee: ESTree.Node | undefined = node.type === 'CallExpression' ? node.callee : undefined
    while (callee?.type === 'MemberExpression') callee = callee.object
    return callee?.type === 'Identifier' && context.serverNames.get(path)?.has(callee.name) === true
  }
  const portInput = { calls, text, isServerValue }
  // A module without JSX, such as the middleware, has functions that are none.
  const hasComponents = !isActions && (convention ? COMPONENTS.test(convention.name) : !/\.[cm]?ts$/.test(path))
  const components = hasComponents ? componentsOf(program, facts.exports.get('default')?.local) : []
  const isRendered = components.length > 0 || isRouted
  const isHandlers = convention !== undefined && !hasComponents
  const sections: Section[] = []
  const dropped: Range[] = []
  let page: Section | undefined
  for (const component of components) {
    const { fn, isDefault, name } = component
    const isPage = isRouted && isDefault
    const called = callsOneOf(fn, stubs)
    const port = called === undefined ? portAsync(component, isPage, portInput) : `${called} is not carried over`
    if (typeof port !== 'string') {
      edits.push(...port.edits)
      for (const call of port.handled) handled.add(call)
      if (isPage) page = { module, edits, component, port, parent: context.metadataAbove.get(path) }
      else if (port.server) sections.push({ module, edits, component, port })
    } else if (isPage || (convention !== undefined && isDefault)) reason = { line: source.lineAt(fn.start), note: port }
    else if (fn.body) {
      dropped.push(fn.body)
      const what = name ?? 'A component'
      const element = `<NotCarriedOver what=${JSON.stringify(what)} />`
      const comment = mark(source.lineAt(fn.start), port)
      stubbed.push(`${what}: ${port}`)
      needs.add(STUB, 'NotCarriedOver')
      const code = fn.body.type === 'BlockStatement' ? `{ ${comment} return ${element} }` : element
      edits.push(...asyncEdits(fn, text), replace(fn.body, code))
    }
  }
  const actions = isActions ? [] : inlineActions(program)
  const called = page ? neededOnServer(module) : []
  const isAsked = [...context.metadataAbove.values()].flat().some(({ from }) => from === functions)
  const handed = (isAsked && handedMetadata(module)) || []
  const ported = [...sections, ...(page ? [page] : [])].map(({ port }) => port)
  const server: Range[] = [...ported.flatMap(({ moved }) => moved), ...actions.map(({ fn }) => fn)]
  const shown = ported.flatMap(({ early }) => early.flatMap(({ result }) => result ?? []))
  const kept = ported.flatMap((port) => port.kept)
  const isDivided = isRouted || server.length > 0 || dropped.length > 0
  const sidesAt = isDivided
    ? divideModule(program, { server, kept, shown, dropped }, [...called, handed].flat())
    : () => ({ browser: true, server: false })
  const pictures = pictureNames(facts)
  const isLeft = (offset: number) => !Object.values(sidesAt(offset)).includes(true)
  const stubCode = (fact: ImportFact) => {
    const { kind, names, source: from } = fact
    if (kind === 'dynamic') {
      needs.add(STUB, 'stub')
      return `Promise.resolve(stub(${JSON.stringify(from)}))`
    }
    const used = kind === 'export' ? names : names.filter(({ local }) => facts.values.has(local))
    if (used.length > 0) for (const each of [needs, serverNeeds]) each.add(STUB, 'stub')
    return used
      .map(({ imported, local }) => {
        const name = imported === 'default' || imported === '*' ? local : imported
        const exported =
          kind === 'export' ? (local === 'default' ? 'export default' : `export const ${local} =`) : `const ${local} =`
        return `${exported} stub(${JSON.stringify(`${name} of ${from}`)});`
      })
      .join(' ')
  }

  const fonts = fontsOf(module, context.installed)
  const written = new Set(fonts.flatMap(({ start, code }) => (code === undefined ? [] : [start])))
  for (const fact of facts.imports) {
    const sides = sidesAt(fact.start)
    if (isLeft(fact.start) || written.has(fact.start)) continue
    const isClient = sides.browser && !isActions && !isHandlers
    const need = (from: string, name: string, local?: string) => {
      if (sides.browser) needs.add(from, name, local)
      if (sides.server) serverNeeds.add(from, name, local)
    }
    const leave = (note: string, names = fact.names) => {
      if (fact.isType) return
      const code = stubCode({ ...fact, names })
      if (code !== '') stubbed.push(note)
      edits.push(replace(fact, code))
    }
    const from = { start: fact.sourceStart, end: fact.sourceStart + fact.source.length }
    if (isOfNext(fact.source)) {
      const lost: ImportFact['names'][number][] = []
      const isNamed = fact.kind === 'import' && !fact.isType && fact.source !== 'next'
      for (const { imported, local } of isNamed ? fact.names : []) {
        const name = `${fact.source}#${imported}`
        const counterpart = counterpartOf(fact, imported)
        if (!counterpart && !IMPORTS.has(name) && !isFont(fact.source) && facts.values.has(local))
          lost.push({ imported, local })
        const own = name in INTL_HOOKS ? facts.calls.filter((call) => call.name === name) : []
        // A translation that no component awaits happens on the server.
        if (own.some(({ node }) => !handled.has(node))) need(SERVER, imported, local)
        if (!counterpart || (name in INTL_HOOKS && !own.some(({ node }) => handled.has(node)))) continue
        const { name: other = imported } = counterpart
        need(counterpart.from, other, other === imported || imported === 'default' ? local : other)
      }
      if (lost.length > 0) leave(`${lost.map(({ imported }) => imported).join(', ')} of ${fact.source}`, lost)
      else if (fact.kind === 'import') edits.push(replace(fact))
      else if (fact.kind === 'dynamic' && isOfServer(fact.source)) edits.push(replace(from, SERVER))
      else leave(fact.source)
      continue
    }
    if (fact.source === 'server-only' || fact.source === 'client-only') {
      edits.push(replace(fact))
      serverOnly ||= fact.source === 'server-only' && isClient
      continue
    }
    const target = context.resolve(path, fact.source)
    const loss = lossOf(fact, target, module, context)
    if (target.type === 'package' && loss !== undefined && !fact.isType) packages.push(packageName(fact.source))
    if (loss !== undefined) {
      if (target.type === 'file' && (fact.names.length === 0 || fact.isType))
        edits.push(replace(fact, mark(fact.line, loss)))
      else leave(loss)
    } else if (target.type === 'builtin' && isClient && !fact.isType) {
      if (isRendered) leave(`${fact.source} is a module of Node`)
      else serverOnly = true
    } else if (target.type === 'file' && target.path.endsWith('.d.ts')) edits.push(replace(fact))
    else if (target.type === 'file') {
      if (isRendered && isClient && !fact.isType && context.serverOnly.has(target.path)) {
        leave(`${target.path} is for the server only`)
        continue
      }
      imports.push(target.path)
      // The browser has only the names of actions.
      if (!sides.browser || isActions) serverImports.add(target.path)
      const isPicture = fact.names.some(({ local }) => pictures.has(local))
      const query = isSvgComponent(fact, facts) ? '?react' : isPicture ? '?picture' : ''
      edits.push(replace(from, `#${portedPath(target.path)}${query}`))
    }
  }

  edits.push(...typeEdits(module, context), ...topLevelCalls(program, stubs))
  const missingFonts: string[] = []
  for (const font of fonts) {
    if (font.code !== undefined) edits.push(replace(font, font.code))
    else if (font.package !== undefined) missingFonts.push(font.package)
    for (const file of font.files) imports.push(posix.join(posix.dirname(path), file))
  }
  const sheet = fontsSheet(fonts)
  for (const fact of [...facts.calls, ...facts.elements]) {
    if (isLeft(fact.start)) continue
    const { edits: own, stub, needs: used = [] } = rewrite(fact, input)
    edits.push(...own)
    for (const [from, name] of used) for (const each of [needs, serverNeeds]) each.add(from, name)
    if (stub !== undefined) stubbed.push(stub)
  }
  const cached = cachedEdits(module)
  if (cached.length > 0) for (const each of [needs, serverNeeds]) each.add(SERVER, 'fromCache')
  edits.push(...cached, ...facts.directives.map((fact) => replace(fact)))

  const exported = facts.exports.get('default')
  const takesProps = exported && propsOf(exported).some((name) => /^(params|searchParams|\*)$/.test(name))
  const removed = program.body.filter(({ start }) => !sidesAt(start).browser)
  const outer: Edit[] = [...removed.map((statement) => replace(statement)), ...actions.map(actionEdit)]
  for (const { name } of actions) needs.add(functions, name)
  const code: string[] = []
  for (const section of sections) {
    outer.push(...loadedEdit(section, functions, needs.add))
    code.push(componentCode(section, serverNeeds.add))
  }
  let wrapper = ''
  const hasLoader = page !== undefined && (page.port.server !== undefined || called.length > 0)
  if (page && (takesProps || hasLoader)) {
    if (hasLoader) code.push(loadingCode(page, called, serverNeeds.add))
    outer.push(...loadedEdit(page, functions, needs.add), ...namedEdit(program, page.component))
    wrapper = wrapperCode(page, hasLoader ? functions : undefined, needs.add)
  }
  code.push(...inlineActionsCode(actions, text, edits, serverNeeds.add))
  if (isActions) {
    const { edits: own, code: sent } = actionModule(module, needs.add)
    outer.push(...own)
    wrapper = sent
  }
  const needed = program.body.filter(({ start }) => sidesAt(start).server)
  const onServer = needed.map((statement) => `${applyEdits(text, edits, statement)}\n`).join('')
  const sheetImport = sheet && `import '#${portedPath(fontsPath(path))}'\n`
  return {
    /** The module with links, hooks and imports of this project. */
    text: `${needs.code}${sheetImport}${applyEdits(text, [...edits, ...outer])}${wrapper}`,
    functions: code.length > 0 || handed.length > 0 ? `${serverNeeds.code}${onServer}\n${code.join('')}` : undefined,
    /** The style sheet of its fonts, and packages of Fontsource that they lack. */
    fonts: sheet || undefined,
    missingFonts,
    /** Why the component of a page or layout cannot run here. */
    reason,
    /** True for a module without components of which the server alone can run some. */
    serverOnly,
    hasComponents: isRendered,
    stubs: stubbed,
    cached: new Set(cached.map(({ start }) => start)),
    /** Calls that are rewritten where their function allows it. */
    handled,
    /** True if what a page awaits has its metadata. */
    loadsMetadata: called.some((name) => name !== 'generateStaticParams'),
    hasLoader,
    /** Files of the application, and those among them that only the server needs. */
    imports,
    serverImports,
    packages,
  }
}
