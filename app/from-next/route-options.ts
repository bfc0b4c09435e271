import { readsSearch } from '#app/from-next/read-module.ts'
import { type Segment, urlSegments, type Convention } from '#app/from-next/addresses.ts'
import { type PortPlan, runsHere } from '#app/from-next/carried-modules.ts'
import { METADATA } from '#app/from-next/server-functions.ts'
import { Needs, functionsPath, portedPath } from '#app/from-next/port-elements.ts'
import { quoted } from '#app/from-next/source.ts'
import { type ApplicationModule } from '#app/from-next/read-application.ts'
import { tagsOf } from '#app/from-next/next/metadata.ts'

export type Placed = ApplicationModule & { readonly convention: Convention }

export type SlotNode = {
  /** Its pages, each with the folder of its URL. */
  readonly pages: { readonly node: RouteNode; readonly module: Placed }[]
  /** Its `default`, and files that have no counterpart in a slot, by their convention. */
  readonly files: Map<string, Placed>
}

export type RouteNode = {
  readonly segments: readonly Segment[]
  readonly files: Map<string, Placed>
  /** Pages that open over others and lead here. */
  readonly intercepting: Placed[]
  /** Slots of its layout, and pages of slots at its URL. */
  readonly slots: Map<string, SlotNode>
  readonly slotPages: Placed[]
}

/** Returns a folder and the folders above it, the nearest first, without the root. */
const upwards = (segments: readonly Segment[]) =>
  segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))

export const code = (text: string) => quoted(text.replaceAll(/\s+/g, ' '))

export function markComment(path: string, line: number, note: string): string {
  return `// from-next: ${path}:${line}: ${note.replaceAll(/\s+/g, ' ')}`
}

export function routeId(segments: readonly Segment[], isIndex: boolean): string {
  return [
    '',
    '{-$locale}',
    ...segments.map((segment) => segment.replaceAll(/\[(.)\]/g, '$1')),
    ...(isIndex ? [''] : []),
  ].join('/')
}

export class RouteFile {
  readonly context: RouteContext
  readonly #imports = new Needs()
  readonly #defaults: string[] = []
  readonly options: string[] = []
  /** Options after the loader: before it, TypeScript would not know the type of the query in `loaderDeps`. */
  readonly late: string[] = []
  readonly after: string[] = []
  readonly uses: string[] = []

  readonly import = this.#imports.add

  constructor(context: RouteContext) {
    this.context = context
  }

  mark(path: string, line: number, note: string, options = this.options): void {
    options.push(`  ${markComment(path, line, note)}`)
  }

  use(path: string, clause: string): void {
    this.#defaults.push(`import ${clause} from '#${portedPath(path)}'`)
    this.uses.push(path)
  }

  text(source: string, id: string): string {
    this.import('@tanstack/react-router', 'createFileRoute')
    return [
      `// from-next: ${source}`,
      this.#imports.code,
      ...this.#defaults,
      '',
      `export const Route = createFileRoute('${id}')({`,
      ...this.options,
      ...this.late,
      '})',
      ...this.after.flatMap((part) => ['', part]),
      '',
    ].join('\n')
  }
}

export function otherMetadata(metadata: unknown): string[] {
  return Object.keys(metadata ?? {}).filter((name) => !WRITTEN.test(name))
}

/** Metadata that becomes tags, or that the server makes. `metadataBase` is an environment variable of the server. */
const WRITTEN =
  /^(title|description|openGraph|twitter|keywords|applicationName|creator|publisher|category|robots|metadataBase|authors|generator|referrer|verification|other|manifest)$/

type Metadata = { title?: unknown; description?: unknown }

const metadataOf = ({ facts }: Placed) => facts.exports.get('metadata')

const staticMetadata = (module: Placed) => (metadataOf(module)?.value?.value ?? {}) as Metadata

/** Returns the template for the titles of pages below a folder's layouts: `%s | Site`. */
function titleTemplate(segments: readonly Segment[], nodes: RouteContext['nodes']): string {
  const folders = segments.length === 0 ? [] : [...upwards(segments.slice(0, -1)), '']
  const layouts = folders.flatMap((folder) => nodes.get(folder)?.files.get('layout') ?? [])
  const titles = layouts.map((layout) => staticMetadata(layout).title)
  const templates = titles.map((title) => (title as { template?: unknown } | null | undefined)?.template)
  return templates.find((template) => typeof template === 'string') ?? '%s'
}

function titleOf(module: Placed, segments: readonly Segment[], nodes: RouteContext['nodes']): string | undefined {
  const { title } = staticMetadata(module)
  if (typeof title === 'string') return titleTemplate(segments, nodes).replaceAll('%s', () => title)
  if (typeof title !== 'object' || title === null) return undefined
  const { absolute, default: plain } = title as { absolute?: unknown; default?: unknown }
  return [absolute, plain].find((text) => typeof text === 'string')
}

/** Adds the title and the description, as Next.js shows them; returns the title. */
export function addHead(file: RouteFile, module: Placed, { segments }: RouteNode): string | undefined {
  const { nodes, plan } = file.context
  const { path, facts } = module
  const metadata = metadataOf(module)
  const { description } = staticMetadata(module)
  const text = titleOf(module, segments, nodes)
  if (plan.modules.get(path)?.loadsMetadata === true && runsHere(module, plan)) return text
  const hasDescription = typeof description === 'string'
  const tags = tagsOf((metadata?.value?.value ?? {}) as Record<string, unknown>).map(
    (tag) => `, ${JSON.stringify(tag)}`,
  )
  if (text !== undefined || hasDescription || tags.length > 0) {
    file.import('#fairlead/metadata/page-meta.ts', 'pageMeta')
    const title = text === undefined ? '' : `{ title: ${code(text)} }, `
    const rest = `...pageMeta(context${hasDescription ? `, undefined, ${code(description)}` : ''})`
    file.late.push(`  head: (context) => ({ meta: [${title}${rest}${tags.join('')}] }),`)
  }
  const others = [...otherMetadata(metadata?.value?.value), ...(metadata?.computed ?? [])]
  if (metadata && others.length > 0) file.mark(path, metadata.line, `add to head: ${others.join(', ')}`, file.late)
  const computed =
    facts.exports.get('generateMetadata') ??
    (metadata && !metadata.value && metadata.computed.length === 0 ? metadata : undefined)
  if (computed) file.mark(path, computed.line, 'write head, from the data of the loader', file.late)
  return text
}

export type RouteContext = {
  readonly nodes: ReadonlyMap<string, RouteNode>
  readonly parents: ReadonlySet<string>
  readonly plan: PortPlan
  readonly namespacesOf: (path: string) => readonly string[]
}

export function addBoundaries(file: RouteFile, segments: readonly Segment[], names: readonly string[]): void {
  const { nodes, plan } = file.context
  const options: Readonly<Record<string, [string, string]>> = {
    error: ['errorComponent', 'ErrorPage'],
    loading: ['pendingComponent', 'Pending'],
    'not-found': ['notFoundComponent', 'NotFoundPage'],
  }
  for (const name of names) {
    const [module] = upwards(segments).flatMap((folder) => nodes.get(folder)?.files.get(name) ?? [])
    const [option, local] = options[name] ?? []
    if (!module || option === undefined || local === undefined) continue
    if (runsHere(module, plan)) {
      file.use(module.path, local)
      // The error of a component of Next.js has other types.
      const type = name === 'error' ? ' as unknown as ErrorRouteComponent' : ''
      if (type) file.import('@tanstack/react-router', 'type ErrorRouteComponent')
      file.options.push(`  ${option}: ${local}${type},`)
    } else file.mark(module.path, 1, `write it as ${option}`)
  }
}

export function addSearch(file: RouteFile, module: Placed): void {
  if (readsSearch(module))
    file.options.push(
      '  validateSearch: (search: Record<string, unknown>): Record<string, string | string[]> =>',
      '    Object.fromEntries(',
      '      Object.entries(search).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),',
      '    ),',
    )
}

const LEVELS = ['.', '..', '../..']

/** Returns the level or the route that a page opens over; `undefined` if its folder has no route. */
function overOf(
  target: readonly Segment[],
  base: readonly Segment[],
  { nodes, parents }: RouteContext,
): string | undefined {
  if (base.length === 0) return code('/')
  const level = LEVELS[target.length - base.length - 1]
  if (level !== undefined && base.every((segment, index) => segment === target[index])) return code(level)
  for (const { segments, files } of nodes.values()) {
    if (urlSegments(segments).join('/') !== base.join('/')) continue
    if (files.has('layout')) return `[${code(routeId(segments, false))}]`
    if (files.has('page')) return `[${code(routeId(segments, parents.has(segments.join('/'))))}]`
  }
  return undefined
}

export function addStaticData(file: RouteFile, { segments, intercepting }: RouteNode, module: Placed): void {
  const { facts, path } = module
  const data: string[] = []
  const revalidate = facts.exports.get('revalidate')
  const seconds = revalidate?.value?.value
  // A page that reads the query is rendered for each request, as in Next.js.
  if (typeof seconds === 'number' && seconds > 0 && !readsSearch(module)) {
    data.push(
      `    ${markComment(path, revalidate?.line ?? 1, 'a page for all visitors: it may read no cookie and no session')}`,
    )
    data.push(`    cache: { freshFor: ${seconds}, staleFor: ${seconds} },`)
  }
  const [opened, ...more] = intercepting
  const base = opened?.convention.interceptsIn
  if (opened && base) {
    const over = overOf(urlSegments(segments), base, file.context)
    data.push('    interception: {')
    if (over === undefined)
      data.push(`      ${markComment(opened.path, 1, `it opens over pages in /${base.join('/')}`)}`)
    data.push(`      over: ${over ?? code('/')},`)
    if (runsHere(opened, file.context.plan)) {
      file.import('@tanstack/react-router', 'lazyRouteComponent')
      file.uses.push(opened.path)
      data.push(`      component: lazyRouteComponent(() => import('#${portedPath(opened.path)}'), 'default'),`)
    } else
      data.push(
        `      ${markComment(opened.path, 1, 'what is shown over the page; without a component, it is the page itself')}`,
      )
    data.push('    },')
    for (const { path: other } of more)
      data.push(`    ${markComment(other, 1, 'opens over other pages as well: list them in over')}`)
  }
  if (data.length > 0) file.options.push('  staticData: {', ...data, '  },')
}

/** Returns true for the folder of a group, which is no part of a URL. */
export const isGroup = (segments: readonly Segment[]): boolean => segments.at(-1)?.startsWith('(') === true

/** A page whose data the loader of a route loads; its title is inserted into a template. */
type Loaded = { readonly path: string; readonly hasSearch: boolean; readonly template?: string | undefined }

/** Returns the module if it awaits data that a loader has to load. Its title is that of the page with the nodes of all. */
export function loadedBy(
  module: Placed,
  { segments }: RouteNode,
  { plan, nodes }: Pick<RouteContext, 'plan'> & Partial<RouteContext>,
): Loaded[] {
  const ported = plan.modules.get(module.path)
  if (!ported?.hasLoader) return []
  const template = ported.loadsMetadata && nodes ? titleTemplate(segments, nodes) : undefined
  return [{ path: module.path, hasSearch: readsSearch(module), template }]
}

/** Adds the loader of the data and messages that components need. Returns true if there are messages. */
export function addLoader(file: RouteFile, loaded: readonly Loaded[], namespaces: readonly string[]): boolean {
  if (loaded.some(({ hasSearch }) => hasSearch)) file.options.push('  loaderDeps: ({ search }) => ({ search }),')
  const returned: string[] = []
  const lines = loaded.map(({ path, hasSearch, template }, index) => {
    const local = index === 0 ? 'pageQuery' : `pageQuery${index}`
    const from = `#${functionsPath(path)}`
    file.import(from, 'pageQuery', local)
    const load = `await loading.context.load(${local}(loading.params, ${hasSearch ? 'loading.deps.search' : '{}'}), loading)`
    if (template === undefined) return `    ${load}`
    file.import(METADATA, 'pageHead')
    returned.push(`head: pageHead(page, ${code(template)})`)
    return `    const page = ${load}`
  })
  if (namespaces.length > 0) {
    file.import('#fairlead/messages/messages.ts', 'loadMessages')
    file.import('#fairlead/navigation/locale/locale.ts', 'getLocale')
    returned.push(...namespaces.map((name) => `...(await loadMessages(${code(name)}, getLocale(loading.params)))`))
  }
  if (returned.length > 0) lines.push(`    return { ${returned.join(', ')} }`)
  if (lines.length > 0) file.options.push('  loader: async (loading) => {', ...lines, '  },')
  if (loaded.some(({ template }) => template !== undefined)) {
    file.import('#fairlead/metadata/page-meta.ts', 'pageMeta')
    file.options.push(
      '  head: (context) => {',
      '    const { title, description, tags } = context.loaderData?.head ?? {}',
      '    return { meta: [...(title ? [{ title }] : []), ...pageMeta(context, undefined, description), ...(tags ?? [])] }',
      '  },',
    )
  }
  return namespaces.length > 0
}

export function addComponent(file: RouteFile, name: string, element: string, hasMessages: boolean): void {
  if (!hasMessages && element === `<${name} />`) return void file.options.push(`  component: ${name},`)
  file.options.push(`  component: ${name}Route,`)
  if (hasMessages) file.import('#fairlead/messages/provider.tsx', 'WithMessages')
  const shown = hasMessages ? `<WithMessages messages={Route.useLoaderData()}>${element}</WithMessages>` : element
  file.after.push(`function ${name}Route() {\n  return ${shown}\n}`)
}
